import "server-only";
import { z } from "@hono/zod-openapi";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { showAddress } from "@/lib/addresses/commands/show-address";
import { listAddresses } from "@/lib/addresses/list-addresses";
import {
  addressListSchema,
  createAddressSchema,
  listAddressesSchema,
  shownAddressSchema,
} from "@/lib/addresses/schema";
import { getAddressContents } from "@/lib/discovery/get-address-contents";
import { addressContentsSchema } from "@/lib/discovery/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Delivery addresses");
const base = "/workspaces/{workspace}/addresses";
const address = workspaceParams.extend({
  address: z.uuid().openapi({ description: "The id of a delivery address" }),
});

export const addressRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List delivery addresses",
    description: "Without their secrets.",
    params: workspaceParams,
    query: listAddressesSchema,
    answer: jsonResponse(addressListSchema, "Every open one, then up to 300 ended ones, each newest first"),
    run: async (context, asked) => ({ items: await listAddresses(context, asked) }),
  }),
  operation("post", base, {
    summary: "Make a delivery address",
    description:
      "A secret address at which clients fetch the published skills of an agent, of a label, or a selection: no account " +
      "is needed, whoever has it gets them. It belongs to the workspace and opens until it is revoked or expires.",
    params: workspaceParams,
    body: createAddressSchema,
    status: 201,
    answer: jsonResponse(shownAddressSchema, "Made"),
    run: createAddress,
  }),
  operation("get", `${base}/{address}/contents`, {
    summary: "See what clients find at a delivery address",
    description: "And which skills its index leaves out, with the reason.",
    params: address,
    answer: jsonResponse(addressContentsSchema, "What is given out now"),
    turn: "read",
    run: getAddressContents,
  }),
  operation("post", `${base}/{address}/show`, {
    summary: "Show a delivery address again",
    description:
      "With its secret, to be copied. Who asked is in the audit trail. One that opens nothing any more is not shown.",
    params: address,
    answer: jsonResponse(shownAddressSchema, "The address"),
    conflict: true,
    run: showAddress,
  }),
  operation("delete", `${base}/{address}`, {
    summary: "Revoke a delivery address",
    description: "Its next request gets nothing. What machines have fetched stays there.",
    params: address,
    done: "Revoked",
    run: revokeAddress,
  }),
]);
