import "server-only";
import { listContestedNames, listSkillPlaces } from "@/lib/sources/list-skill-places";
import { contestedNamesSchema, skillPlacesSchema } from "@/lib/sources/place-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";

const operation = operationsUnder("Sources");

export const placeRoutes = createApi().openapiRoutes([
  operation("get", "/workspaces/{workspace}/skills/{skill}/places", {
    summary: "See which places have a skill of this name, and which of them holds",
    description:
      "Sources and configured folders. Who was first holds: the text of a later source waits until somebody takes it, and of " +
      "folders, and of packages in one source, the first is taken. `why` says what decided it.",
    params: skillParams,
    answer: jsonResponse(skillPlacesSchema, "Those that hold first"),
    turn: "read",
    run: listSkillPlaces,
  }),
  operation("get", "/workspaces/{workspace}/contested-names", {
    summary: "List names that more than one place has",
    description:
      "Of every skill here whose name several sources, configured folders or packages have: which of them holds, which wait or " +
      "are shadowed, and what decided that.",
    params: workspaceParams,
    answer: jsonResponse(contestedNamesSchema, "By name, the first 500"),
    turn: "read",
    run: listContestedNames,
  }),
]);
