import { createTestDatabase } from "./database";

declare global {
  var environmentOfTests: NodeJS.ProcessEnv | undefined;
}

// Files share a process: what a server keeps in its memory begins anew with each, and so does its environment. In one
// go with the address of this file's database, for what the file before has left behind may still ask for either.
for (const name of Object.keys(globalThis).filter((key) => key.startsWith("greenroom")))
  Reflect.deleteProperty(globalThis, name);
globalThis.environmentOfTests ??= { ...process.env };
for (const name of Object.keys(process.env).filter((key) => !(key in (globalThis.environmentOfTests ?? {}))))
  Reflect.deleteProperty(process.env, name);
Object.assign(process.env, globalThis.environmentOfTests);
await createTestDatabase();
