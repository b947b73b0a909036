/** The colours match the explorer's. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#131720, #e8ebf2);
  --quiet: light-dark(#566073, #95a0b5);
  --line: light-dark(#e1e5ec, #222a37);
  --paper: light-dark(#fff, #11151d);
  --panel: light-dark(#f0f2f6, #181e29);
  --accent: light-dark(#5b3fd9, #a996ff);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  display: grid;
  grid-template: "head head" auto "nav main" 1fr / 21rem minmax(0, 1fr);
  color: var(--ink);
  background: var(--paper);
  font: 16px/1.55 system-ui, sans-serif;
}
header {
  grid-area: head;
  display: flex;
  flex-wrap: wrap;
  gap: 0.6rem 1.4rem;
  align-items: center;
  padding: 0.8rem 2rem;
  border-bottom: 1px solid var(--line);
}
h1 { margin: 0; font-size: 1.4rem; }
h1 small { color: var(--quiet); font-weight: normal; }
header p { display: flex; gap: 1.2rem; margin: 0; }
header label { margin-left: auto; color: var(--quiet); font-size: 0.9rem; }
input {
  width: 15rem;
  max-width: 100%;
  padding: 0.3rem 0.6rem;
  color: var(--ink);
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 6px;
  font: inherit;
}
nav { grid-area: nav; align-self: start; position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1rem 1rem 1rem 2rem; font-size: 0.82rem; }
nav h2 { margin: 1rem 0 0.2rem; color: var(--quiet); font-size: 0.82rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: 0.1rem 0; overflow-wrap: anywhere; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { grid-area: main; min-width: 0; padding: 0 2rem 4rem; }
main h2 { margin: 2rem 0 0.4rem; font-size: 1.35rem; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; scroll-margin-top: 1rem; }
h3 a { color: inherit; text-decoration: none; }
a { color: var(--accent); }
.family, article { padding: 1.4rem 0; border-top: 1px solid var(--line); }
.versions { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.6rem; margin-top: 0.8rem; }
.choice, .promise { margin: 0.4rem 0; padding: 0.5rem 0.9rem; color: var(--quiet); border-left: 3px solid var(--line); font-size: 0.9rem; }
.choice { border-color: var(--accent); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.6rem 0; font-size: 0.88rem; }
th { text-align: left; color: var(--quiet); font-weight: normal; }
th, td { padding: 0.2rem 1.1rem 0.2rem 0; vertical-align: top; }
td:last-child { min-width: 14rem; }
code, pre, textarea { font: 0.85rem/1.5 ui-monospace, monospace; }
main p code { overflow-wrap: anywhere; }
form label { display: block; margin-top: 0.6rem; color: var(--quiet); font-size: 0.85rem; }
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
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
section > h3 { margin-top: 1.4rem; }
button {
  padding: 0.35rem 1.1rem;
  color: var(--paper);
  background: var(--accent);
  border: 0;
  border-radius: 6px;
  font: inherit;
  cursor: pointer;
}
#theme { padding: 0.3rem 0.7rem; color: var(--ink); background: var(--panel); border: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
output { margin-left: 0.6rem; color: var(--quiet); font-size: 0.85rem; }
details { margin-top: 0.6rem; }
summary { color: var(--quiet); cursor: pointer; }
@media (max-width: 70rem) {
  .versions { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 60rem) {
  body { display: block; }
  header, main { padding-left: 1rem; padding-right: 1rem; }
  header label { margin-left: 0; }
  nav { position: static; max-height: none; padding: 0 1rem; columns: 18rem; }
}
`;
