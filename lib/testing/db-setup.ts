import { createTestDatabase } from "./database";

// Files share a process, but never what a server keeps in its memory.
for (const name of Object.keys(globalThis).filter((key) => key.startsWith("greenroom")))
  Reflect.deleteProperty(globalThis, name);

await createTestDatabase();
