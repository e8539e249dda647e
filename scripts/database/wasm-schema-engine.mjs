// Prisma's own schema engine in its WebAssembly build (same git hash as the native binary), over `pg`.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";

const require = createRequire(import.meta.url);
const EMPTY_DATAMODEL = [["empty.prisma", 'datasource db { provider = "postgresql" }']];

globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
  message: "",
  set_message(message) {
    this.message = message;
  },
};

let loaded;
async function loadEngine() {
  loaded ??= (async () => {
    const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
    const wasm = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
    const imports = { "./schema_engine_bg.js": bindings };
    const { instance } = await WebAssembly.instantiate(await readFile(wasm), imports);
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return bindings;
  })();
  return loaded;
}

// The adapter cannot map the catalogue type "char", which the engine's introspection selects: report it as text.
const AS_TEXT = new Map([
  [18, 25], // "char" -> text
  [1002, 1009], // "char"[] -> text[]
]);

class CatalogClient extends pg.Client {
  query(...args) {
    const callback = args.at(-1);
    if (typeof callback === "function") {
      args[args.length - 1] = (error, result) => callback(error, charsAsText(result));
      return super.query(...args);
    }
    const pending = super.query(...args);
    return typeof pending?.then === "function" ? pending.then(charsAsText) : pending;
  }
}

function charsAsText(result) {
  for (const field of result?.fields ?? [])
    field.dataTypeID = AS_TEXT.get(field.dataTypeID) ?? field.dataTypeID;
  return result;
}

function poolOf(url, database) {
  const address = new URL(url);
  if (database) address.pathname = `/${encodeURIComponent(database)}`;
  const connectionString = address.toString();
  return new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, max: 1, Client: CatalogClient });
}

// The adapter's own executeScript splits on ";" and so breaks functions, DO blocks and strings; and its
// connectToShadowDb re-uses the main database when given a connection string.
async function connect(url, database, onDispose) {
  const pool = poolOf(url, database);
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  adapter.executeScript = async (sql) => {
    try {
      await pool.query(sql);
    } catch (error) {
      adapter.onError(error);
    }
  };
  adapter.dispose = async () => {
    await pool.end();
    await onDispose?.();
  };
  return adapter;
}

async function runOnce(url, sql) {
  const pool = poolOf(url);
  await pool.query(sql);
  await pool.end();
}

const adapterFactory = (url) => ({
  provider: "postgres",
  adapterName: "@prisma/adapter-pg",
  connect: () => connect(url),
  connectToShadowDb: async () => {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await runOnce(url, `CREATE DATABASE "${name}" TEMPLATE template0`);
    return connect(url, name, () => runOnce(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
  },
});

/** @param {{ url: string, datamodels: [fileName: string, content: string][] }} options */
export async function openSchemaEngine({ url, datamodels }) {
  const { SchemaEngine } = await loadEngine();
  const models = { datamodels: datamodels.length > 0 ? datamodels : EMPTY_DATAMODEL };
  return SchemaEngine.new(models, () => {}, bindMigrationAwareSqlAdapterFactory(adapterFactory(url)));
}
