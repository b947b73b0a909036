/** The colours are the explorer's. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#131720, #e8ebf2);
  --quiet: light-dark(#566073, #95a0b5);
  --line: light-dark(#e1e5ec, #222a37);
  --paper: light-dark(#fff, #11151d);
  --panel: light-dark(#f0f2f6, #181e29);
  --accent: light-dark(#5b3fd9, #a996ff);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  display: grid;
  grid-template: "head head" auto "nav main" 1fr / 24rem minmax(0, 1fr);
  color: var(--ink);
  background: var(--paper);
  font: 16px/1.55 system-ui, sans-serif;
}
header { grid-area: head; padding: 1rem 2rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.4rem; }
h1 small { color: var(--quiet); font-weight: normal; }
header p { margin: 0.3rem 0 0; color: var(--quiet); }
nav { grid-area: nav; padding: 1rem 1rem 1rem 2rem; font-size: 0.85rem; }
nav ul { position: sticky; top: 1rem; margin: 0; padding: 0; list-style: none; max-height: 96vh; overflow: auto; }
nav li { padding: 0.1rem 0; }
main { grid-area: main; padding: 0 2rem 4rem; }
section { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
h2 { margin: 0; font-size: 1.15rem; }
h2 a { color: inherit; text-decoration: none; }
a { color: var(--accent); }
table { border-collapse: collapse; margin: 0.8rem 0; font-size: 0.9rem; }
th { text-align: left; color: var(--quiet); font-weight: normal; }
th, td { padding: 0.2rem 1.2rem 0.2rem 0; vertical-align: top; }
code, pre, textarea { font: 0.85rem/1.5 ui-monospace, monospace; }
label { display: block; color: var(--quiet); font-size: 0.85rem; }
textarea, pre {
  width: 100%;
  margin: 0.2rem 0 0.6rem;
  padding: 0.8rem;
  color: inherit;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 6px;
}
pre { max-height: 30rem; overflow: auto; }
button {
  padding: 0.35rem 1.1rem;
  color: var(--paper);
  background: var(--accent);
  border: 0;
  border-radius: 6px;
  font: inherit;
  cursor: pointer;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
output { margin-left: 0.6rem; color: var(--quiet); font-size: 0.85rem; }
details { margin-top: 0.6rem; }
@media (max-width: 60rem) {
  body { display: block; }
  nav ul { position: static; columns: 16rem; }
}
`;
