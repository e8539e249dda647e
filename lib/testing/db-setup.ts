import { createTestDatabase } from "./database";

declare global {
  var environmentOfTests: NodeJS.ProcessEnv | undefined;
}

// Files share a process. A server's environment begins anew with each, and so does what it keeps in its memory: last
// of all, for what the file before has left behind may ask for either while this one's database is made.
globalThis.environmentOfTests ??= { ...process.env };
for (const name of Object.keys(process.env).filter((key) => !(key in (globalThis.environmentOfTests ?? {}))))
  Reflect.deleteProperty(process.env, name);
Object.assign(process.env, globalThis.environmentOfTests);
await createTestDatabase();
for (const name of Object.keys(globalThis).filter((key) => key.startsWith("greenroom")))
  if (name !== "greenroomTestDatabase") Reflect.deleteProperty(globalThis, name);
