#!/usr/bin/env node
// Stands in for Prisma's native `schema-engine`, which is a separate download that not every network allows:
// PRISMA_SCHEMA_ENGINE_BINARY=scripts/schema-engine.mjs. A developer's tool; nothing at run time needs it.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import pg from "pg";
import { openSchemaEngine } from "./database/wasm-schema-engine.mjs";

const ENGINE_HASH = "0edf323efd1d98336f3f0a68684b56f689b900d3";
const argv = process.argv.slice(2);
const valuesOf = (flag) => argv.flatMap((argument, at) => (argument === flag ? [argv[at + 1]] : []));
const url = JSON.parse(valuesOf("--datasource")[0] ?? "{}").url;

/** The sub-commands that Prisma runs as `schema-engine cli <command>`. */
const cliCommands = {
  "can-connect-to-database": () => runQuery(url, "SELECT 1"),
  "create-database": () => {
    const server = new URL(url);
    const name = decodeURIComponent(server.pathname.slice(1));
    server.pathname = "/postgres";
    return runQuery(server.toString(), `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  },
};

async function runQuery(connectionString, sql) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function runCli(command) {
  try {
    if (!Object.hasOwn(cliCommands, command)) throw new Error(`unsupported: ${command}`);
    await cliCommands[command]();
    return 0;
  } catch (error) {
    const fields = { error_code: prismaCodeOf(error), message: error.message };
    const line = {
      level: "ERROR",
      target: "schema_engine::logger",
      fields,
      timestamp: new Date().toISOString(),
    };
    process.stderr.write(`\n${JSON.stringify(line)}\n`);
    return 1;
  }
}

function prismaCodeOf(error) {
  if (error.code === "3D000") return "P1003"; // no such database
  if (String(error.code).startsWith("28")) return "P1000"; // not let in
  return "P1001"; // not reached
}

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

async function serveJsonRpc() {
  const datamodels = valuesOf("--datamodels").map((file) => [file, readFileSync(file, "utf8")]);
  const engine = await openSchemaEngine({ url, datamodels });
  let printId = 1_000_000;
  for await (const line of createInterface({ input: process.stdin })) {
    const request = line.trim() === "" ? {} : JSON.parse(line);
    if (!request.method) continue; // blank, or the answer to our own `print`
    const { result, error } = await call(engine, request);
    if (request.method === "diff" && result?.stdout) {
      write({ method: "print", id: printId++, params: { content: result.stdout.replace(/\n$/, "") } });
    }
    write(error ? { id: request.id, error } : { id: request.id, result: result ?? null });
  }
}

async function call(engine, { method, params }) {
  const name = method === "getDatabaseVersion" ? "version" : method;
  try {
    if (typeof engine[name] !== "function")
      throw new Error(`not supported by the WASM schema engine: ${method}`);
    return { result: await engine[name](params ?? {}) };
  } catch (error) {
    const message = String(globalThis.PRISMA_WASM_PANIC_REGISTRY.message || error.message || error);
    const data = { is_panic: false, message, meta: error.meta ?? null, error_code: error.code ?? null };
    return { error: { code: 4466, message: "An error happened. Check the data field for details.", data } };
  }
}

if (argv.includes("--version")) {
  console.log(`schema-engine-cli wasm ${ENGINE_HASH}`);
} else if (argv.includes("cli")) {
  process.exitCode = await runCli(argv[argv.indexOf("cli") + 1]);
} else {
  await serveJsonRpc();
  process.exit(0);
}
