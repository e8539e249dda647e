import "server-only";
import { api } from "./app";

/** The OpenAPI document as `/api/v1/openapi.json` serves it, without a trip over the network. */
export async function getOpenApiDocument(): Promise<unknown> {
  const response = await api.fetch(new Request("http://in-process/api/v1/openapi.json"));
  return response.json();
}
