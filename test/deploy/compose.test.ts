import assert from "node:assert/strict";
import { test } from "node:test";
import { folderFor, readinessBecomes } from "../cli/liveService.ts";
import { startTachyon } from "../cli/tachyon.ts";
import { composeServices, interpolate, type Mount } from "./files.ts";
import { serverWithPassword } from "./passwordServer.ts";

const AWKWARD = `a/b@c%d e:f#g?h&i$j'k"l\\m`;

test("the compose file's database accepts a password with any characters", async (t) => {
  const { host } = await serverWithPassword(t, AWKWARD);
  const { tachyon, postgres } = composeServices();
  const values = { RPC_URL: "", POSTGRES_PASSWORD: AWKWARD };
  const { TACHYON_DB_URL, PGPASSWORD = "" } = interpolate(
    tachyon!.environment!,
    values,
  );
  const db = TACHYON_DB_URL!.replace("@postgres/", `@${host}/`);
  const service = await startTachyon(t, await folderFor(t), ["--port", "0"], {
    TACHYON_DB_URL: db,
    PGPASSWORD,
  });
  await readinessBecomes(service, 200);
  const server = interpolate(postgres!.environment!, values);
  assert.equal(server["POSTGRES_PASSWORD"], AWKWARD);
});

test("without the key file the compose file does not start, instead of mounting an empty folder", () => {
  const mounts = composeServices()["tachyon"]!.volumes!;
  const keys = mounts.find(
    (mount): mount is Mount =>
      typeof mount === "object" && mount.source === "./keys.json",
  );
  assert.equal(keys?.target, "/etc/tachyon/keys.json");
  assert.equal(keys.bind?.create_host_path, false);
});
