import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { call, folderFor } from "../cli/liveService.ts";
import { startTachyon } from "../cli/tachyon.ts";
import { waitFor } from "../waitFor.ts";
import { readYaml } from "./files.ts";
import { serverWithPassword } from "./passwordServer.ts";

const PASSWORD = "p/w @ k8s";

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: {
      readonly secretKeyRef: { readonly name: string; readonly key: string };
    };
  }[];
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly containers: readonly Container[] };
    };
  };
}

const folder = new URL("../../deploy/kubernetes/", import.meta.url);
const manifests = readdirSync(folder)
  .filter((file) => file !== "kustomization.yaml")
  .flatMap((file) => readYaml<Manifest>(`kubernetes/${file}`));

/** The secret that docs/deploy.md creates, with the bundled recorded chain instead of a node. */
const SECRET: Readonly<Record<string, string>> = { PGPASSWORD: PASSWORD };
/** A file that only the cluster has. */
const LEFT_OUT = ["TACHYON_API_KEYS"];

test("the Kubernetes manifests run one indexer and readers that answer their probes", async (t) => {
  const { host } = await serverWithPassword(t, PASSWORD);
  const indexer = await start(t, "tachyon-indexer", host);
  await assertProbes("tachyon-indexer", indexer);
  const reader = await start(t, "tachyon", host);
  await assertProbes("tachyon", reader);
  const { result } = await call(reader, "getLatestCompressionSignatures");
  assert.equal(result?.context.slot, 1020);
});

test("the kustomization lists every manifest", () => {
  const [{ resources } = { resources: [] }] = readYaml<{
    resources: string[];
  }>("kubernetes/kustomization.yaml");
  const files = [...resources, "kustomization.yaml"].sort();
  assert.deepEqual(files, readdirSync(folder).sort());
});

async function start(
  t: TestContext,
  deployment: string,
  host: string,
): Promise<string> {
  const variables = environmentOf(deployment);
  variables["TACHYON_DRAIN"] = "0";
  const url = variables["TACHYON_DB_URL"]!;
  variables["TACHYON_DB_URL"] = url.replace("@postgres/", `@${host}/`);
  const cwd = await folderFor(t);
  const service = await startTachyon(t, cwd, ["--port", "0"], variables);
  return service.url();
}

function containerOf(name: string): Container {
  const deployment = manifests.find(
    ({ kind, metadata }) => kind === "Deployment" && metadata.name === name,
  );
  return deployment!.spec!.template!.spec.containers[0]!;
}

/** What the container's process is given. */
function environmentOf(deployment: string): Record<string, string> {
  const { envFrom, env = [] } = containerOf(deployment);
  const variables: Record<string, string> = {};
  for (const { configMapRef, secretRef } of envFrom) {
    if (configMapRef) Object.assign(variables, dataOf(configMapRef.name));
    if (secretRef) Object.assign(variables, SECRET);
  }
  for (const { name, value, valueFrom } of env)
    if (!LEFT_OUT.includes(name))
      variables[name] = value ?? SECRET[valueFrom!.secretKeyRef.key]!;
  return variables;
}

function dataOf(configMap: string) {
  const found = manifests.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === configMap,
  );
  return found!.data;
}

async function assertProbes(deployment: string, url: string): Promise<void> {
  const { startupProbe, readinessProbe, livenessProbe } =
    containerOf(deployment);
  for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
    if (!probe) continue;
    const { path } = probe.httpGet;
    await waitFor(
      `${deployment} to answer ${path} with 200`,
      async () => (await fetch(url + path)).status,
      (status) => status === 200,
    );
  }
}
