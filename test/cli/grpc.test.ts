import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { ServerCredentials } from "@grpc/grpc-js";
import { startSimulatedGrpc } from "../node/simulatedGrpc.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import {
  type CertificateFiles,
  makeCertificate,
} from "../serve/certificate.ts";
import { World } from "../simulation/world.ts";
import { folderFor, follow, reaches } from "./liveService.ts";

const TOKEN = "open sesame";

/** A node, and a stream of the same chain that requires a token; over TLS if there is a certificate. */
async function streaming(
  t: TestContext,
  files: CertificateFiles | null,
  host = "127.0.0.1",
) {
  const world = new World(1);
  world.grow(20);
  const chain = () => world.chain;
  const node = await startSimulatedNode({ blocks: chain });
  const credentials = files
    ? secure(files)
    : ServerCredentials.createInsecure();
  const stream = await startSimulatedGrpc({
    ...{ chain, credentials, token: TOKEN },
    replayFrom: () => 0,
  });
  t.after(async () => {
    stream.close();
    await node.close();
  });
  const scheme = files ? "https" : "http";
  const url = `${scheme}://${host}:${stream.port}`;
  return { world, node, stream, args: ["--grpc-url", url] };
}

function secure({ cert, key }: CertificateFiles): ServerCredentials {
  const pair = {
    cert_chain: readFileSync(cert),
    private_key: readFileSync(key),
  };
  return ServerCredentials.createSsl(null, [pair]);
}

const trusting = ({ cert }: CertificateFiles) => ({
  GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: cert,
});

const servers = {
  "with TLS, by its name": { tls: true, host: "localhost" },
  "with TLS, by its address": { tls: true, host: "127.0.0.1" },
  "without TLS": { tls: false, host: "127.0.0.1" },
};
for (const [kind, { tls, host }] of Object.entries(servers)) {
  test(`blocks come from a Yellowstone server that requires a token, ${kind}, without requests for blocks to the node`, async (t) => {
    const files = tls ? makeCertificate(await folderFor(t), "localhost") : null;
    const { world, node, stream, args } = await streaming(t, files, host);
    const env = { TACHYON_GRPC_X_TOKEN: TOKEN, ...(files && trusting(files)) };
    const service = await follow(t, node, args, env);
    await reaches(service, world.tip.slot);
    const asked = node.blockRequests.length;
    for (let i = 0; i < 10; i++) world.grow();
    await reaches(service, world.tip.slot);
    assert.equal(node.blockRequests.length, asked);
    assert.ok(stream.requests.length > 0);
    assert.deepEqual(await service.stop("SIGTERM"), { code: 0, stderr: "" });
  });
}

test("an untrusted certificate, one of another address, or a wrong token is reported, and blocks come from the node", async (t) => {
  const good = makeCertificate(await folderFor(t), "localhost");
  const folder = await folderFor(t);
  const other = makeCertificate(folder, "localhost", "127.0.0.9");
  const token = { TACHYON_GRPC_X_TOKEN: TOKEN };
  for (const { files, env, why } of [
    { files: good, env: token, why: /gRPC: .*self-signed certificate/ },
    {
      files: other,
      env: { ...trusting(other), ...token },
      why: /gRPC: .*does not match certificate/,
    },
    {
      files: good,
      env: { ...trusting(good), TACHYON_GRPC_X_TOKEN: "guess" },
      why: /gRPC: .*no valid auth token/,
    },
  ]) {
    const { world, node, stream, args } = await streaming(t, files);
    const service = await follow(t, node, args, env);
    await service.says(why);
    await reaches(service, world.tip.slot);
    assert.equal(stream.requests.length, 0);
    await service.stop("SIGTERM");
  }
});
