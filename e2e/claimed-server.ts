import { type APIRequestContext, request as newRequest } from "@playwright/test";
import type { TestServer } from "../scripts/test-server.mjs";
import { expect, operator } from "./journey";

/** A browser's state that nobody is signed in with. */
export const nobody = { cookies: [], origins: [] };

/** Claims a server of one's own as the person of all journeys, who owns its first workspace and is signed in. */
export async function claimServer(server: TestServer, workspaceName: string): Promise<APIRequestContext> {
  const request = await newRequest.newContext({ baseURL: server.baseUrl, storageState: nobody });
  const token = new URL(server.setupLink ?? "").hash.slice(1);
  const claim = await request.post("/api/v1/setup/claim", {
    data: { token, ...operator, storage: undefined, workspaceName },
  });
  expect(claim.status()).toBe(201);
  return request;
}
