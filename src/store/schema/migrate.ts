import type { Connection } from "../connection.ts";
import type { Dialect } from "../dialect.ts";
import { StoreError } from "../errors.ts";

export interface Migration {
  readonly version: number;
  readonly name: string;
  statements(dialect: Dialect): readonly string[];
  /** Fills new tables from older ones, where SQL that both engines have cannot. */
  fill?(connection: Connection): Promise<void>;
}

/** Applies the missing migrations, all or none. */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> {
  const { types, lockSchema } = connection.dialect;
  await connection.transaction(async () => {
    if (lockSchema) await connection.run(lockSchema);
    await connection.run(
      `create table if not exists schema_versions (version ${types.integer} not null primary key, name ${types.text} not null)`,
    );
    const done = await schemaVersion(connection);
    assertNotNewer(done, migrations);
    for (const migration of migrations) {
      if (migration.version > done) await runMigration(connection, migration);
    }
  });
}

async function runMigration(
  connection: Connection,
  migration: Migration,
): Promise<void> {
  for (const sql of migration.statements(connection.dialect)) {
    await connection.run(sql);
  }
  await migration.fill?.(connection);
  await connection.run("insert into schema_versions values (?, ?)", [
    migration.version,
    migration.name,
  ]);
}

export async function schemaVersion(
  connection: Pick<Connection, "all">,
): Promise<number> {
  const [row] = await connection.all(
    "select coalesce(max(version), 0) from schema_versions",
    [],
  );
  return Number(row![0]);
}

export function assertNotNewer(
  version: number,
  migrations: readonly Migration[],
): void {
  const newest = migrations.at(-1)!.version;
  if (version > newest) {
    throw new StoreError(
      `the database has schema version ${version}, this program knows up to ${newest}: start a newer tachyon, or use another database`,
    );
  }
}
