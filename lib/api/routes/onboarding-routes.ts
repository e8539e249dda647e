import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { addExamples } from "@/lib/onboarding/commands/add-examples";
import { addedExamplesSchema } from "@/lib/onboarding/schema";
import { createApi, jsonResponse, problemResponses, workspaceParams } from "../route";

export const onboardingRoutes = createApi().openapi(
  createRoute({
    method: "post",
    path: "/workspaces/{workspace}/examples",
    tags: ["Workspaces"],
    summary: "Add the example skills and their agent",
    description: "What is there already by its name is left as it is.",
    request: { params: workspaceParams },
    responses: { 200: jsonResponse(addedExamplesSchema, "They are there now"), ...problemResponses },
  }),
  async (c) => c.json(await addExamples(c.var.context), 200),
);
