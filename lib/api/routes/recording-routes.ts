import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { openRecording } from "@/lib/sessions/commands/open-recording";
import { exportRecording } from "@/lib/sessions/export-recording";
import { mostRecordingBytes, recordingFileSchema } from "@/lib/sessions/recording-schema";
import { conversationSchema } from "@/lib/sessions/schema";
import { limitBody } from "../limit-body";
import { limitConcurrency } from "../limit-concurrency";
import {
  conflictResponse,
  createApi,
  jsonResponse,
  problemResponses,
  savingResponses,
  workspaceParams,
} from "../route";

const tags = ["Playground"];
const runParams = workspaceParams.extend({ conversation: z.uuid(), run: z.uuid() });
/** Its own shape is checked where it is opened, which says in words what is wrong. */
const anyObjectSchema = z.looseObject({});

const limitSize = limitBody(
  mostRecordingBytes,
  `A recording has at most ${mostRecordingBytes / 1024 / 1024} MiB.`,
);

export const recordingRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/workspaces/{workspace}/conversations/{conversation}/runs/{run}/recording",
      tags,
      summary: "Export a run as one file",
      description:
        "With all that came before it in its line, and its exchanges with the model, without secrets.",
      request: { params: runParams },
      responses: {
        200: jsonResponse(recordingFileSchema, "The recording"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => {
      const recording = await exportRecording(c.var.context, c.req.valid("param"));
      c.header("content-disposition", `attachment; filename="recording-${recording.runId}.json"`);
      return c.json(recording, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/workspaces/{workspace}/recordings",
      tags,
      summary: "Open a recording from a file",
      description:
        "As a conversation that can be read and not continued. What a model said elsewhere is a recording here, never live.",
      request: {
        params: workspaceParams,
        body: { required: true, content: { "application/json": { schema: anyObjectSchema } } },
      },
      middleware: [limitConcurrency("upload"), limitSize] as const,
      responses: { 201: jsonResponse(conversationSchema, "Opened"), ...problemResponses, ...savingResponses },
    }),
    async (c) => c.json(await openRecording(c.var.context, c.req.valid("json")), 201),
  );
