import "server-only";
import { listSkillPlaces } from "@/lib/sources/list-skill-places";
import { skillPlacesSchema } from "@/lib/sources/place-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams } from "../route";

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
]);
