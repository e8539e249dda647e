import { createTestDatabase } from "./database";
import { forgetServer } from "./forget-server";

// Files share a process, but never what a server keeps in its memory.
forgetServer();

await createTestDatabase();
