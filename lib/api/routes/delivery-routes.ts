import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { getDeliveredArchive, getDeliveredFile } from "@/lib/delivery/get-delivered-bytes";
import { getDeliveryState } from "@/lib/delivery/get-delivery-state";
import { getManifest } from "@/lib/delivery/get-manifest";
import { deliveryStateSchema, manifestQuerySchema, manifestSchema } from "@/lib/delivery/schema";
import { getMcpState } from "@/lib/mcp/queries";
import { mcpStateSchema } from "@/lib/mcp/schema";
import { archiveResponses, fileResponses, immutableAttachment } from "../attachment";
import { answerHeldText } from "../held-text";
import { limitDeliveryCalls } from "../limit-delivery-calls";
import { limitDownloads } from "../limit-downloads";
import { operationsUnder } from "../operation";
import {
  agentParams,
  createApi,
  goneResponse,
  inputOf,
  jsonResponse,
  problemResponses,
  tooOftenResponse,
} from "../route";

const tags = ["Delivery"];
const operation = operationsUnder("Delivery");
const delivery = "/workspaces/{workspace}/agents/{agent}/delivery";
const unchanged = { 304: { description: "As `If-None-Match` says" } };
const refusals = { ...problemResponses, ...goneResponse, ...tooOftenResponse };

export const deliveryRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: delivery,
      tags,
      summary: "Read what an agent is delivered",
      description:
        "For a key of scope `deliver`, which is for one agent; {agent} is its address or its id. Versions alone: a draft " +
        "never goes out, and a withdrawn version is out at once. A skill that cannot go is named in `leftOut` and keeps " +
        "none of the others back. `ETag` names the answer; ask again with `If-None-Match`. With `since`, a `digest` from " +
        "before, only what has changed; one that is not known is answered with everything.",
      middleware: [limitDeliveryCalls] as const,
      request: { params: agentParams, query: manifestQuerySchema },
      responses: {
        200: jsonResponse(manifestSchema, "In order of priority"),
        ...unchanged,
        ...problemResponses,
        ...tooOftenResponse,
      },
    }),
    async (c) => {
      const manifest = await getManifest(c.var.context, inputOf(c, "query"));
      const headers = { "cache-control": "private, no-cache", "content-type": "application/json" };
      return answerHeldText(c.req.raw, manifest, headers);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${delivery}/files/{file}`,
      tags,
      summary: "Download a delivered file by the sha256 of its bytes",
      description:
        "Any that this agent is or was delivered. The bytes never change, so keep them; ranges are not answered.",
      middleware: [limitDeliveryCalls, limitDownloads] as const,
      request: { params: agentParams.extend({ file: z.string() }) },
      responses: { ...fileResponses, ...refusals },
    }),
    async (c) => immutableAttachment(c.req.raw, await getDeliveredFile(c.var.context, c.req.valid("param"))),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${delivery}/archives/{archive}`,
      tags,
      summary: "Download a delivered skill as a zip",
      description:
        "{archive} is a skill's `archive` of the manifest with `.zip` after it; its files stand at the root. As with files.",
      middleware: [limitDeliveryCalls, limitDownloads] as const,
      request: { params: agentParams.extend({ archive: z.string() }) },
      responses: { ...archiveResponses, ...refusals },
    }),
    async (c) =>
      immutableAttachment(c.req.raw, await getDeliveredArchive(c.var.context, c.req.valid("param"))),
  )
  .openapiRoutes([
    operation("get", `${delivery}/state`, {
      summary: "Say which machines of an agent have what it is delivered",
      description: "Each key to deliver is a machine: your own, and everybody's for admins.",
      params: agentParams,
      answer: jsonResponse(deliveryStateSchema, "What is delivered, what is left out, and who has it"),
      run: getDeliveryState,
    }),
    operation("get", `${delivery}/mcp`, {
      summary: "Say what MCP clients find of an agent",
      description:
        "`url` is where they connect, with a key to deliver of this agent: MCP itself (Streamable HTTP, 2025-11-25 and " +
        "2026-07-28, the skills extension SEP-2640) is no part of this document.",
      params: agentParams,
      answer: jsonResponse(mcpStateSchema, "Where they connect, and which skills no list of theirs names"),
      run: getMcpState,
    }),
  ]);
