import "server-only";
import { z } from "zod";

const doorSchema = z.object({ unbelieved: z.string().nullable() });

/**
 * The door that `scripts/server/front-door.mjs` puts up before Next.js: behind it X-Forwarded-For is the caller's address, and
 * every request has a traceparent of its own. Null in a process that was not started by `npm start` or `npm run dev`.
 */
export function findFrontDoor(): { unbelieved: string | null } | null {
  return doorSchema.safeParse(Reflect.get(globalThis, Symbol.for("greenroom.front-door"))).data ?? null;
}
