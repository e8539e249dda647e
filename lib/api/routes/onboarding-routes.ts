import "server-only";
import { addExamples } from "@/lib/onboarding/commands/add-examples";
import { addedExamplesSchema } from "@/lib/onboarding/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Workspaces");

export const onboardingRoutes = createApi().openapiRoutes([
  operation("post", "/workspaces/{workspace}/examples", {
    summary: "Add the example skills and their agent",
    description: "What is there already by its name is left as it is.",
    params: workspaceParams,
    answer: jsonResponse(addedExamplesSchema, "They are there now"),
    run: addExamples,
  }),
]);
