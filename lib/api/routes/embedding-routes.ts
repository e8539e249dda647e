import "server-only";
import { removeEmbeddings, setEmbeddings } from "@/lib/embeddings/commands/set-embeddings";
import { testEmbeddings } from "@/lib/embeddings/commands/test-embeddings";
import { getEmbeddings } from "@/lib/embeddings/get-embeddings";
import {
  embeddingSettingsSchema,
  embeddingsTestSchema,
  setEmbeddingsSchema,
  testEmbeddingsSchema,
} from "@/lib/embeddings/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Models");
const path = "/workspaces/{workspace}/embeddings";

export const embeddingRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "Read where texts are embedded for searches",
    description:
      "The OpenAI-compatible endpoint for embeddings, what was asked of it this month, why it is not asked at the moment, and " +
      "how many skills have a vector. Without an endpoint searches go by words.",
    params: workspaceParams,
    answer: jsonResponse(embeddingSettingsSchema, "The endpoint, or null"),
    run: (context) => getEmbeddings(context),
  }),
  operation("put", path, {
    summary: "Say where texts are embedded for searches",
    description:
      "Tested first, unless address, model and key are the stored ones. Another address needs the key again. What another " +
      "model embedded is dropped; skills are embedded anew in the background, name, description and the beginning of the " +
      "instructions of each, and every search sends its query.",
    params: workspaceParams,
    body: setEmbeddingsSchema,
    answer: jsonResponse(embeddingSettingsSchema, "Saved"),
    conflict: true,
    run: setEmbeddings,
  }),
  operation("delete", path, {
    summary: "Search by words alone again",
    params: workspaceParams,
    done: "Removed, with its key and all vectors",
    run: (context) => removeEmbeddings(context),
  }),
  operation("post", `${path}/test`, {
    summary: "Test an endpoint for embeddings",
    description: "One real request with two short texts. What fails is in the answer, in words.",
    params: workspaceParams,
    body: testEmbeddingsSchema,
    answer: jsonResponse(embeddingsTestSchema, "Whether it works"),
    run: testEmbeddings,
  }),
]);
