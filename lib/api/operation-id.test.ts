import { describe, expect, it } from "vitest";
import { operationIdOf } from "./operation-id";

describe("the name of an operation", () => {
  it.each([
    ["get", "/api/v1/workspaces/{workspace}/skills", "getSkills"],
    ["get", "/api/v1/workspaces/{workspace}/skills/{skill}", "getSkill"],
    ["get", "/api/v1/workspaces/{workspace}/skills/{skill}/draft", "getSkillDraft"],
    ["get", "/api/v1/workspaces/{workspace}/skills/{skill}/versions/{number}/raw", "getSkillVersionRaw"],
    ["PUT", "/api/v1/workspaces/{workspace}/skills/{skill}/labels/{label}", "putSkillLabel"],
    ["post", "/api/v1/workspaces/{workspace}/leave", "postLeave"],
    ["patch", "/api/v1/workspaces/{workspace}", "patchWorkspace"],
    ["get", "/api/v1/workspaces", "getWorkspaces"],
    ["get", "/api/v1/sign-in-methods", "getSignInMethods"],
    ["get", "/api/v1/openapi.json", "getOpenapiJson"],
    ["get", "/api/v1/workspaces/{workspace}/replies/{number}", "getReply"],
  ])("of %s %s is %s", (method, path, name) => {
    expect(operationIdOf(method, path)).toBe(name);
  });
});
