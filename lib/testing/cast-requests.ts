const zeros = "0".repeat(64);
const missing = "0190a000-0000-7000-8000-000000000000";
const columns = [{ agent: "desk" }, { agent: "desk", mode: "search" }];
const textPath = "?path=SKILL.md";
const diff = "?from=none&to=draft";

/**
 * What is sent with an operation, as far as it needs anything. Where an operation would end something for those who
 * come after, what is sent is right in form and late or mistaken in content: who may gets 404, 409 or 422 for it.
 * `{new}` is another name each time.
 */
export const castRequests: Readonly<Record<string, { query?: string; body?: unknown; form?: true }>> = {
  "POST /setup/link": { body: { token: "wrong" } },
  "POST /setup/claim": {
    body: {
      token: "wrong",
      name: "A",
      email: "a@example.test",
      password: "long-enough-for-it",
      workspaceName: "A",
    },
  },
  "POST /workspaces": { body: { name: "Another" } },
  "PATCH /workspaces/{workspace}": { body: { name: "Meridian" } },
  "DELETE /workspaces/{workspace}": { body: { confirmName: "not its name" } },
  "PATCH /workspaces/{workspace}/members/{member}": { body: { role: "viewer" } },
  "POST /workspaces/{workspace}/transfer": { body: { to: missing, confirmName: "not its name" } },
  "POST /workspaces/{workspace}/invitations": { body: { role: "viewer" } },
  "POST /invitations/look": { body: { token: "{new}" } },
  "POST /invitations/accept": { body: { token: "{new}" } },
  "POST /reset-links/request": { body: { email: "{new}@example.test" } },
  "POST /reset-links/look": { body: { token: "{new}" } },
  "POST /reset-links/use": { body: { token: "{new}", password: "long-enough-for-it" } },
  "POST /workspaces/{workspace}/agents": { body: { name: "{new}" } },
  "PATCH /workspaces/{workspace}/agents/{agent}": { body: { baseRevision: 99, description: "New" } },
  "DELETE /workspaces/{workspace}/agents/{agent}": { body: { confirmName: "not its name" } },
  "PUT /workspaces/{workspace}/agents/{agent}/assignments": { body: { baseRevision: 99, items: [] } },
  "POST /workspaces/{workspace}/agents/{agent}/tools/test": { body: { url: "http://127.0.0.1:9/" } },
  "GET /workspaces/{workspace}/agents/{agent}/revisions/{number}/diff": { query: "?from=1" },
  "POST /workspaces/{workspace}/agents/{agent}/revisions/{number}/restore": { body: { baseRevision: 99 } },
  "POST /workspaces/{workspace}/agents/{agent}/sessions": { body: {} },
  "POST /workspaces/{workspace}/agents/{agent}/sessions/{session}/calls": {
    body: { tool: "activate_skill" },
  },
  "POST /workspaces/{workspace}/agents/{agent}/sessions/{session}/messages": { body: { message: "Hello" } },
  "POST /workspaces/{workspace}/addresses": {
    body: { name: "Laptops", gives: { kind: "agent", agent: "desk" } },
  },
  "POST /workspaces/{workspace}/mirrors": {
    body: { of: { kind: "agent", agent: "desk" }, url: "https://git.example.org/{new}.git" },
  },
  "PATCH /workspaces/{workspace}/mirrors/{mirror}": { body: { onPublish: true } },
  "POST /workspaces/{workspace}/mirrors/{mirror}/push": { body: {} },
  "POST /workspaces/{workspace}/models": { body: { provider: "openai", modelId: "m", name: "M", key: "k" } },
  "POST /workspaces/{workspace}/models/test": {
    body: { provider: "compatible", modelId: "m", baseUrl: "http://127.0.0.1:9/" },
  },
  "PATCH /workspaces/{workspace}/models/{model}": { body: { name: "M" } },
  "POST /workspaces/{workspace}/models/{model}/test": { body: {} },
  "POST /workspaces/{workspace}/keys": { body: { name: "K", scopes: ["read"] } },
  "POST /workspaces/{workspace}/gateway/keys": { body: { name: "Laptop" } },
  "POST /workspaces/{workspace}/gateway/sessions/{session}/wording": { body: { digest: "0".repeat(64) } },
  "PUT /workspaces/{workspace}/gateway/settings": { body: { keeps: "skills", days: 7 } },
  "PUT /workspaces/{workspace}/audit/retention": { body: { days: 90 } },
  "PUT /instance/audit/retention": { body: { days: 90 } },
  "POST /workspaces/{workspace}/inbox/read": { body: {} },
  "PATCH /workspaces/{workspace}/inbox/{notification}": { body: { read: true } },
  "POST /workspaces/{workspace}/conversations": { body: { agent: "desk" } },
  "PATCH /workspaces/{workspace}/conversations/{conversation}": { body: { title: "Same" } },
  "POST /workspaces/{workspace}/conversations/{conversation}/branches": { body: { fromSeq: 9999 } },
  "POST /workspaces/{workspace}/conversations/{conversation}/runs": {
    body: { message: "/nothing", branch: missing },
  },
  "POST /workspaces/{workspace}/conversations/{conversation}/runs/{run}/edit": {
    body: { message: "M", model: missing },
  },
  "POST /workspaces/{workspace}/conversations/{conversation}/runs/{run}/repeat": { body: { model: missing } },
  "POST /workspaces/{workspace}/conversations/{conversation}/runs/{run}/replay": { body: {} },
  "POST /workspaces/{workspace}/conversations/{conversation}/runs/{run}/tool-results": {
    body: { callId: "c", result: "r" },
  },
  "POST /workspaces/{workspace}/conversations/{conversation}/runs/{run}/test-case": {
    body: { skill: "missing", shouldTrigger: true },
  },
  "PUT /workspaces/{workspace}/conversations/{conversation}/runs/{run}/feedback": { body: { verdict: "up" } },
  "POST /workspaces/{workspace}/comparisons": { body: { message: "Hello", columns } },
  "PATCH /workspaces/{workspace}/comparisons/{comparison}": { body: { title: "Same" } },
  "POST /workspaces/{workspace}/comparisons/{comparison}/messages": { body: { message: "Hello" } },
  "POST /workspaces/{workspace}/recordings": { body: { not: "a recording" } },
  "POST /workspaces/{workspace}/agents/{agent}/rehearsals": { body: { message: "Hello", model: missing } },
  "POST /workspaces/{workspace}/skills": { body: { name: "{new}" } },
  "POST /workspaces/{workspace}/skills/batch": {
    body: { skills: { names: ["missing"] }, act: { kind: "delete", confirm: "1" } },
  },
  "POST /workspaces/{workspace}/skills/batch/undo": {
    body: { items: [{ skill: "missing", undo: [{ kind: "archive" }] }] },
  },
  "POST /workspaces/{workspace}/skills/export": { body: { skills: { names: ["notes"] } } },
  "POST /workspaces/{workspace}/skills/export/report": { body: { skills: { names: ["notes"] } } },
  "POST /workspaces/{workspace}/skills/export/targets": {
    body: { skills: { names: ["notes"] }, target: "orion" },
  },
  "PATCH /workspaces/{workspace}/skills/{skill}": { body: { name: "notes" } },
  "DELETE /workspaces/{workspace}/skills/{skill}": { body: { confirmName: "not its name" } },
  "POST /workspaces/{workspace}/skills/{skill}/duplicate": { body: { name: "{new}" } },
  "PUT /workspaces/{workspace}/skills/{skill}/suites/trigger": { body: { cases: [], revision: 1 } },
  "PUT /workspaces/{workspace}/skills/{skill}/suites/effect": { body: { tasks: [], revision: 1 } },
  "POST /workspaces/{workspace}/skills/{skill}/suite-runs": { body: {} },
  "POST /workspaces/{workspace}/skills/{skill}/suite-runs/estimate": { body: {} },
  "PUT /workspaces/{workspace}/judge": { body: { model: null } },
  "PUT /workspaces/{workspace}/skills/{skill}/suite-runs/{number}/labels/{pair}": {
    body: { label: "first" },
  },
  "GET /workspaces/{workspace}/skills/{skill}/draft/file": { query: textPath },
  "GET /workspaces/{workspace}/skills/{skill}/draft/raw": { query: textPath },
  "POST /workspaces/{workspace}/skills/{skill}/draft/changes": {
    body: { baseRevision: 1, changes: [{ op: "delete", path: "missing.md" }] },
  },
  "POST /workspaces/{workspace}/skills/{skill}/draft/dismissals": {
    body: { fingerprint: zeros, reason: "Fine" },
  },
  "POST /workspaces/{workspace}/skills/{skill}/versions": { body: { revision: 1, digest: zeros } },
  "GET /workspaces/{workspace}/skills/{skill}/versions/{number}/file": { query: textPath },
  "GET /workspaces/{workspace}/skills/{skill}/versions/{number}/raw": { query: textPath },
  "GET /workspaces/{workspace}/skills/{skill}/diff": { query: diff },
  "GET /workspaces/{workspace}/skills/{skill}/diff/file": { query: `${diff}&path=SKILL.md` },
  "GET /workspaces/{workspace}/skills/{skill}/diff/lines": {
    query: `${diff}&path=SKILL.md&start=1&end=2&sha256=${zeros}`,
  },
  "PUT /workspaces/{workspace}/skills/{skill}/labels/{label}": { body: { version: 1, expectedVersion: 7 } },
  "DELETE /workspaces/{workspace}/skills/{skill}/labels/{label}": { query: "?expectedVersion=7" },
  "POST /workspaces/{workspace}/skills/{skill}/versions/{number}/withdrawal": {
    body: { reason: "It lies." },
  },
  "POST /workspaces/{workspace}/skills/{skill}/versions/{number}/reinstatement": { body: {} },
  "POST /workspaces/{workspace}/skills/{skill}/versions/{number}/restoration": { body: { baseRevision: 99 } },
  "POST /workspaces/{workspace}/imports": { form: true },
  "POST /workspaces/{workspace}/imports/{import}/store": { body: { rest: "skip" } },
  "POST /workspaces/{workspace}/directories/reads": { body: {} },
  "POST /workspaces/{workspace}/skills/{skill}/reviews": { body: { title: "Again" } },
  "PATCH /workspaces/{workspace}/reviews/{number}": { body: { title: "Notes" } },
  "POST /workspaces/{workspace}/reviews/{number}/verdicts": { body: { kind: "approved", digest: zeros } },
  "POST /workspaces/{workspace}/reviews/{number}/rehearsals": { body: { agent: "missing" } },
  "GET /workspaces/{workspace}/threads": { query: "?review=1" },
  "POST /workspaces/{workspace}/threads": { body: { review: 1, anchor: { kind: "general" }, body: "And?" } },
  "PATCH /workspaces/{workspace}/threads/{thread}": { body: { resolved: false } },
  "POST /workspaces/{workspace}/threads/{thread}/comments": { body: { body: "And?" } },
  "PATCH /workspaces/{workspace}/comments/{comment}": { body: { body: "Why?" } },
  "POST /workspaces/{workspace}/comments/{comment}/apply": { body: { baseRevision: 1 } },
  "PATCH /workspaces/{workspace}/policy": { body: { approvals: 1 } },
  "POST /api/auth/sign-in/email": { body: { email: "nobody@example.test", password: "not-the-password" } },
  "POST /api/auth/change-password": {
    body: { currentPassword: "not-the-password", newPassword: "long-enough-for-it" },
  },
  "POST /api/auth/update-user": { body: { name: "Ines" } },
  "POST /api/auth/two-factor/enable": { body: { password: "not-the-password" } },
  "POST /api/auth/two-factor/verify-totp": { body: { code: "000000" } },
  "POST /api/auth/two-factor/verify-backup-code": { body: { code: "not-a-code" } },
  "POST /api/auth/two-factor/generate-backup-codes": { body: { password: "not-the-password" } },
  "POST /api/auth/two-factor/disable": { body: { password: "not-the-password" } },
  "POST /api/auth/sign-out": { body: {} },
};
