import { onTestFinished } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { createConnection } from "@/lib/models/commands/create-connection";
import { modelProviders } from "@/lib/models/provider-options";
import type { Connection, CreateConnection } from "@/lib/models/schema";
import {
  type ModelServer,
  type Reply,
  type Replying,
  startModelServer,
  type Wire,
} from "./servers/model-server";
import { setEnvironment } from "./set-environment";

/** Lists this machine among the hosts that may be reached. Called at the head of a test file, before anything runs. */
export function allowLocalServers(): void {
  setEnvironment({ GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });
}

const realSchema = z.object({
  provider: z.enum(modelProviders),
  modelId: z.string(),
  baseUrl: z.string().nullable(),
  key: z.string().nullable(),
});

/** The real endpoint that tests may ask, from the environment; null, with a word about it, when none is given. */
export function realEndpoint(): z.infer<typeof realSchema> | null {
  const { GREENROOM_TEST_MODEL_PROVIDER, GREENROOM_TEST_MODEL_ID } = process.env;
  if (!GREENROOM_TEST_MODEL_PROVIDER || !GREENROOM_TEST_MODEL_ID) {
    process.stdout.write("No real model is asked: GREENROOM_TEST_MODEL_PROVIDER and _ID are not set.\n");
    return null;
  }
  return realSchema.parse({
    provider: GREENROOM_TEST_MODEL_PROVIDER,
    modelId: GREENROOM_TEST_MODEL_ID,
    baseUrl: process.env.GREENROOM_TEST_MODEL_URL ?? null,
    key: process.env.GREENROOM_TEST_MODEL_KEY ?? null,
  });
}

/** A scripted provider that goes with its test. */
export async function startedServer(wire: Wire, replies: readonly Replying[]): Promise<ModelServer> {
  const server = await startModelServer(wire, replies);
  onTestFinished(() => server.close());
  return server;
}

const ready: Reply = {
  kind: "answer",
  text: ["ready"],
  calls: [{ name: "report_word", input: { word: "ready" } }],
};

/** A saved connection to a scripted provider; its first request was the connection's test. */
export async function aModel(
  context: Context,
  {
    wire = "openai",
    replies = [],
    ...settings
  }: Partial<CreateConnection> & { wire?: Wire; replies?: readonly Replying[] } = {},
): Promise<Connection & { server: ModelServer }> {
  const server = await startedServer(wire, [ready, ...replies]);
  const connection = await createConnection(context, {
    name: "Large",
    provider: wire === "openai" ? "compatible" : "anthropic",
    baseUrl: server.baseUrl,
    modelId: "large",
    ...settings,
  });
  return { ...connection, server };
}
