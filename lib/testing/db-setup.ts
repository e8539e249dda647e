import { createTestDatabase } from "./database";

await createTestDatabase();
