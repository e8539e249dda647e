import "server-only";
import { getSkillActivity } from "@/lib/activity/get-skill-activity";
import { getWorkspaceActivity } from "@/lib/activity/get-workspace-activity";
import {
  listSkillActivitySchema,
  listWorkspaceActivitySchema,
  skillActivitySchema,
  workspaceActivitySchema,
} from "@/lib/activity/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";

const operation = operationsUnder("Activity");
const counted =
  "Counted a few seconds after the end of a turn (of a live host's conversation once it was quiet for two minutes), per day " +
  "in UTC, from conversations in the playground, sessions of agents' programs and live hosts that the asker may see. Trials " +
  "of suites, replays and recordings from elsewhere are no part of it. Counts stay when a conversation is deleted.";

export const activityRoutes = createApi().openapiRoutes([
  operation("get", "/workspaces/{workspace}/skills/{skill}/activity", {
    summary: "Read what happened with a skill",
    description:
      "How often it was activated, was already active, was refused, or was offered and not chosen, with why, by host, agent, " +
      `model or version, over the last \`days\`. ${counted}`,
    params: skillParams,
    query: listSkillActivitySchema,
    answer: jsonResponse(skillActivitySchema, "Over the period"),
    turn: "read",
    run: getSkillActivity,
  }),
  operation("get", "/workspaces/{workspace}/activity", {
    summary: "Read which skills never fire, and which fire together",
    description: `At most 100 skills that were never activated in the period, and 50 pairs. ${counted}`,
    params: workspaceParams,
    query: listWorkspaceActivitySchema,
    answer: jsonResponse(workspaceActivitySchema, "Over the period"),
    turn: "read",
    run: getWorkspaceActivity,
  }),
]);
