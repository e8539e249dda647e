import "server-only";
import { Hono } from "hono";
import { authRoutes, handleAuthRequest } from "@/lib/auth/adapters/better-auth";
import { logRequests } from "./log-requests";
import type { ApiEnv } from "./route";

/** Signing in and what belongs to it, logged like the rest of the API. */
export const authDoor = new Hono<ApiEnv>();
authDoor.use(logRequests);
for (const route of authRoutes) {
  const [method = "", path = ""] = route.split(" ");
  authDoor.on(method, path, (c) => handleAuthRequest(c.req.raw));
}
// What is not there is refused by the same door, in its own words.
authDoor.all("*", (c) => handleAuthRequest(c.req.raw));
