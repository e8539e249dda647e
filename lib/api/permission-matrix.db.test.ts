import { describe, expect, it } from "vitest";
import { aCast, authOperations, castColumns } from "@/lib/testing/cast";
import { documentedOperations, readCastRows } from "@/lib/testing/cast-rows";
import { castStatuses } from "@/lib/testing/cast-statuses";
import { testDatabase } from "@/lib/testing/database";

const { db } = testDatabase();

/**
 * What everybody gets from every operation, written out: nothing here is computed from what the server decides by.
 * Columns: viewer author reviewer admin owner | owner of another workspace, nobody | the owner's keys, one for each
 * scope: read write publish rehearse deliver. ~ is /workspaces/{workspace}. Requests that would end something are late
 * or mistaken on purpose (lib/testing/cast-requests.ts): 404, 409 and 422 are for those who may, 403 for who may not.
 * 200 before 409: the first who may did it.
 */
const matrix = `
  GET /openapi.json | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  GET /instance | 200 200 200 200 200 | 200 401 | 403 403 403 403 403
  GET /health | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  GET /health/live | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  GET /setup | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  POST /setup/link | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  POST /setup/claim | 403 403 403 403 403 | 403 403 | 403 403 403 403 403
  GET /session | 200 200 200 200 200 | 200 401 | 403 403 403 403 403
  GET /workspaces | 200 200 200 200 200 | 200 401 | 403 403 403 403 403
  POST /workspaces | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  PATCH ~ | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  DELETE ~ | 403 403 403 403 422 | 404 401 | 403 403 403 403 403
  GET ~/members | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  PATCH ~/members/{member} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  DELETE ~/members/{member} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST ~/leave | 204 204 204 204 409 | 404 401 | 403 403 403 403 403
  POST ~/transfer | 403 403 403 403 422 | 404 401 | 403 403 403 403 403
  GET ~/invitations | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  POST ~/invitations | 403 403 403 201 201 | 404 401 | 403 403 403 403 403
  DELETE ~/invitations/{invitation} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST /invitations/look | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  POST /invitations/accept | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET /sessions | 200 200 200 200 200 | 200 401 | 403 403 403 403 403
  DELETE /sessions | 200 200 200 200 200 | 200 401 | 403 403 403 403 403
  DELETE /sessions/{session} | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET /sign-in-methods | 200 200 200 200 200 | 200 401 | 403 403 403 403 403
  DELETE /sign-in-methods/oidc | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET /instance/people | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  GET /instance/people/{person} | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  PUT /instance/operators/{person} | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  DELETE /instance/operators/{person} | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  POST /instance/people/{person}/deactivate | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  POST /instance/people/{person}/reactivate | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  POST /instance/people/{person}/reset-link | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  DELETE /instance/people/{person}/two-factor | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  GET /instance/workspaces | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  GET /instance/audit | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  GET /instance/audit/export | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  GET /instance/audit/retention | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  PUT /instance/audit/retention | 403 403 403 403 403 | 403 401 | 403 403 403 403 403
  POST /reset-links/request | 422 422 422 422 422 | 422 422 | 422 422 422 422 422
  POST /reset-links/look | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  POST /reset-links/use | 404 404 404 404 404 | 404 404 | 404 404 404 404 404
  POST ~/members/{member}/reset-link | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  GET ~/agents | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  POST ~/agents | 403 403 403 201 201 | 404 401 | 403 201 403 403 403
  GET ~/agents/{agent} | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  PATCH ~/agents/{agent} | 403 403 403 409 409 | 404 401 | 403 409 403 403 403
  DELETE ~/agents/{agent} | 403 403 403 422 422 | 404 401 | 403 422 403 403 403
  PUT ~/agents/{agent}/assignments | 403 403 403 409 409 | 404 401 | 403 409 403 403 403
  POST ~/agents/{agent}/tools/test | 403 403 403 422 422 | 404 401 | 403 422 403 403 403
  GET ~/agents/{agent}/catalogue | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  GET ~/agents/{agent}/export | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  GET ~/agents/{agent}/export/portable | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  GET ~/agents/{agent}/export/targets | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  GET ~/agents/{agent}/delivery | 200 200 200 200 200 | 404 401 | 200 403 403 403 200
  GET ~/agents/{agent}/delivery/files/{file} | 404 404 404 404 404 | 404 401 | 404 403 403 403 404
  GET ~/agents/{agent}/delivery/archives/{archive} | 404 404 404 404 404 | 404 401 | 404 403 403 403 404
  POST ~/agents/{agent}/sessions | 403 403 403 403 403 | 404 401 | 403 403 403 403 201
  GET ~/agents/{agent}/sessions/{session} | 403 403 403 403 403 | 404 401 | 403 403 403 403 404
  POST ~/agents/{agent}/sessions/{session}/calls | 403 403 403 403 403 | 404 401 | 403 403 403 403 404
  POST ~/agents/{agent}/sessions/{session}/messages | 403 403 403 403 403 | 404 401 | 403 403 403 403 404
  POST ~/agents/{agent}/sessions/{session}/end | 403 403 403 403 403 | 404 401 | 403 403 403 403 404
  GET ~/served-sessions | 200 200 200 200 200 | 404 401 | 403 403 403 200 200
  GET ~/served-sessions/{served} | 404 404 404 404 404 | 404 401 | 403 403 403 404 404
  GET ~/served-sessions/{served}/events | 404 404 404 404 404 | 404 401 | 403 403 403 404 404
  DELETE ~/served-sessions/{served} | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET ~/agents/{agent}/delivery/state | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  GET ~/agents/{agent}/delivery/mcp | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  GET ~/agents/{agent}/revisions | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  GET ~/agents/{agent}/revisions/{number}/diff | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  POST ~/agents/{agent}/revisions/{number}/restore | 403 403 403 409 409 | 404 401 | 403 409 403 403 403
  GET ~/skills/{skill}/impact | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  GET ~/addresses | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  POST ~/addresses | 403 403 403 201 201 | 404 401 | 403 403 403 403 403
  GET ~/addresses/{address}/contents | 404 404 404 404 404 | 404 401 | 404 403 403 403 403
  POST ~/addresses/{address}/show | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  DELETE ~/addresses/{address} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  GET ~/mirrors | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  POST ~/mirrors | 403 403 403 201 201 | 404 401 | 403 403 403 403 403
  PATCH ~/mirrors/{mirror} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  DELETE ~/mirrors/{mirror} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  GET ~/mirrors/{mirror}/plan | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST ~/mirrors/{mirror}/push | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  GET ~/models | 200 200 200 200 200 | 404 401 | 200 403 403 200 403
  POST ~/models | 403 403 403 422 422 | 404 401 | 403 403 403 403 403
  POST ~/models/test | 403 403 403 422 422 | 404 401 | 403 403 403 403 403
  GET ~/models/local | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/models/{model} | 404 404 404 404 404 | 404 401 | 404 403 403 404 403
  PATCH ~/models/{model} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  DELETE ~/models/{model} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST ~/models/{model}/test | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST ~/models/{model}/archive | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST ~/models/{model}/restore | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  POST ~/examples | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/keys | 200 200 200 200 200 | 404 401 | 403 403 403 403 403
  POST ~/keys | 201 201 201 201 201 | 404 401 | 403 403 403 403 403
  DELETE ~/keys/{key} | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET ~/gateway/keys | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/gateway/keys | 403 201 201 201 201 | 404 401 | 403 403 403 403 403
  DELETE ~/gateway/keys/{key} | 404 404 404 204 204 | 404 401 | 403 403 403 403 403
  GET ~/gateway/settings | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  PUT ~/gateway/settings | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/gateway/sessions | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/gateway/sessions/{session} | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  DELETE ~/gateway/sessions/{session} | 404 404 404 204 204 | 404 401 | 403 403 403 403 403
  GET ~/gateway/sessions/{session}/comparison | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/gateway/sessions/{session}/events | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/gateway/sessions/{session}/exchanges | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/gateway/sessions/{session}/exchanges/{seq} | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/gateway/sessions/{session}/wording | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/gateway/sessions/{session}/wording | 403 403 403 422 422 | 404 401 | 403 403 403 403 403
  GET ~/wordings | 200 200 200 200 200 | 404 401 | 200 200 403 200 403
  DELETE ~/wordings/{dialect} | 403 403 403 204 204 | 404 401 | 403 403 403 403 403
  GET ~/inbox | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  GET ~/inbox/unread | 200 200 200 200 200 | 404 401 | 200 403 403 403 403
  POST ~/inbox/read | 204 204 204 204 204 | 404 401 | 403 204 403 403 403
  PATCH ~/inbox/{notification} | 404 404 404 404 404 | 404 401 | 403 404 403 403 403
  GET ~/audit | 403 403 403 200 200 | 404 401 | 200 403 403 403 403
  GET ~/audit/export | 403 403 403 200 200 | 404 401 | 200 403 403 403 403
  GET ~/audit/retention | 403 403 403 200 200 | 404 401 | 200 403 403 403 403
  PUT ~/audit/retention | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/changes | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/conversations | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/conversations | 201 201 201 201 201 | 404 401 | 403 403 403 201 403
  GET ~/conversations/{conversation} | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  PATCH ~/conversations/{conversation} | 403 403 403 200 200 | 404 401 | 403 403 403 200 403
  POST ~/conversations/{conversation}/branches | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/conversations/{conversation}/feedback | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/conversations/{conversation}/events | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/conversations/{conversation}/events/{seq} | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/conversations/{conversation}/events/{seq}/request | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/conversations/{conversation}/runs | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/conversations/{conversation}/runs | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/conversations/{conversation}/runs/{run}/stop | 403 403 403 202 202 | 404 401 | 403 403 403 202 403
  POST ~/conversations/{conversation}/runs/{run}/edit | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/conversations/{conversation}/runs/{run}/repeat | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/conversations/{conversation}/runs/{run}/replay | 202 202 202 202 202 | 404 401 | 403 403 403 202 403
  GET ~/conversations/{conversation}/runs/{run}/steps/{step}/exchange | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/conversations/{conversation}/runs/{run}/tool-results | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/conversations/{conversation}/runs/{run}/test-case | 403 404 404 404 404 | 404 401 | 403 403 403 403 403
  PUT ~/conversations/{conversation}/runs/{run}/feedback | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  DELETE ~/conversations/{conversation}/runs/{run}/feedback | 204 204 204 204 204 | 404 401 | 403 403 403 204 403
  GET ~/comparisons | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/comparisons | 201 201 201 201 201 | 404 401 | 403 403 403 201 403
  GET ~/comparisons/{comparison} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  PATCH ~/comparisons/{comparison} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  DELETE ~/comparisons/{comparison} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/comparisons/{comparison}/messages | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/conversations/{conversation}/runs/{run}/recording | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/recordings | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/agents/{agent}/rehearsals | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  GET ~/conversations/{conversation}/runs/{run}/result | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/conversations/{conversation}/runs/{run}/trajectory | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/skills | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  POST ~/skills | 403 201 201 201 201 | 404 401 | 403 201 403 403 403
  POST ~/skills/batch | 403 403 403 200 200 | 404 401 | 403 200 403 403 403
  POST ~/skills/batch/undo | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  POST ~/skills/export | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  POST ~/skills/export/report | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  POST ~/skills/export/targets | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill} | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/loads | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  PATCH ~/skills/{skill} | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  DELETE ~/skills/{skill} | 403 403 403 422 422 | 404 401 | 403 422 403 403 403
  POST ~/skills/{skill}/duplicate | 403 201 201 201 201 | 404 401 | 403 201 403 403 403
  POST ~/skills/{skill}/archive | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  POST ~/skills/{skill}/restore | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  GET ~/proof | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/skills/{skill}/suites/trigger | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  PUT ~/skills/{skill}/suites/trigger | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  GET ~/skills/{skill}/suites/effect | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  PUT ~/skills/{skill}/suites/effect | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  GET ~/skills/{skill}/suite-runs | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/skills/{skill}/suite-runs | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/skills/{skill}/suite-runs/estimate | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/skills/{skill}/suite-runs/self-check | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/skills/{skill}/neighbour-runs | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/skills/{skill}/neighbour-runs/estimate | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  GET ~/skills/{skill}/suite-runs/{number} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  DELETE ~/skills/{skill}/suite-runs/{number} | 403 403 403 404 404 | 404 401 | 403 404 403 403 403
  GET ~/skills/{skill}/suite-runs/{number}/pool | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/skills/{skill}/suite-runs/{number}/report | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/skills/{skill}/suite-runs/{number}/cases | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/skills/{skill}/suite-runs/{number}/tasks | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/judge | 200 200 200 200 200 | 404 401 | 200 403 403 200 403
  PUT ~/judge | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/skills/{skill}/suite-runs/{number}/judgements | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/skills/{skill}/suite-runs/{number}/labels | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  PUT ~/skills/{skill}/suite-runs/{number}/labels/{pair} | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET ~/skills/{skill}/suite-runs/{number}/trials | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/skills/{skill}/suite-runs/{number}/trials/{trial} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/skills/{skill}/suite-runs/{number}/trials/{trial}/trajectory | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/skills/{skill}/suite-runs/{number}/stop | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/radar-runs | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/radar-runs | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  POST ~/radar-runs/estimate | 422 422 422 422 422 | 404 401 | 403 403 403 422 403
  GET ~/radar-runs/{number} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/radar-runs/{number}/stop | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  GET ~/radar-skills | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/improvements | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  POST ~/improvements | 403 422 422 422 422 | 404 401 | 403 403 403 403 403
  POST ~/improvements/estimate | 200 200 200 200 200 | 404 401 | 403 403 403 200 403
  GET ~/improvements/{improvement} | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/improvements/{improvement}/stop | 404 404 404 404 404 | 404 401 | 403 403 403 404 403
  POST ~/improvements/{improvement}/texts/{position}/suggest | 403 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET ~/skills/{skill}/draft | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/draft/file | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/draft/raw | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  POST ~/skills/{skill}/draft/changes | 403 422 422 422 422 | 404 401 | 403 422 403 403 403
  POST ~/skills/{skill}/draft/dismissals | 403 403 404 404 404 | 404 401 | 403 403 403 403 403
  DELETE ~/skills/{skill}/draft/dismissals/{fingerprint} | 403 403 404 404 404 | 404 401 | 403 403 403 403 403
  GET ~/skills/{skill}/maintainers | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  PUT ~/skills/{skill}/maintainers/{member} | 403 403 403 404 404 | 404 401 | 403 403 403 403 403
  DELETE ~/skills/{skill}/maintainers/{member} | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/skills/{skill}/versions | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  POST ~/skills/{skill}/versions | 403 403 409 409 409 | 404 401 | 403 403 409 403 403
  GET ~/skills/{skill}/versions/{number} | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/versions/{number}/file | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/versions/{number}/raw | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/export | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/export/portable | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/export/targets | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/diff | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/diff/file | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  GET ~/skills/{skill}/diff/lines | 409 409 409 409 409 | 404 401 | 409 409 409 409 403
  GET ~/skills/{skill}/labels | 200 200 200 200 200 | 404 401 | 200 200 200 200 403
  PUT ~/skills/{skill}/labels/{label} | 403 403 409 409 409 | 404 401 | 403 403 409 403 403
  DELETE ~/skills/{skill}/labels/{label} | 403 403 404 404 404 | 404 401 | 403 403 404 403 403
  POST ~/skills/{skill}/versions/{number}/withdrawal | 403 403 200 409 409 | 404 401 | 403 403 409 403 403
  POST ~/skills/{skill}/versions/{number}/reinstatement | 403 403 200 409 409 | 404 401 | 403 403 409 403 403
  POST ~/skills/{skill}/versions/{number}/restoration | 403 409 409 409 409 | 404 401 | 403 409 403 403 403
  GET ~/imports | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  POST ~/imports | 403 422 422 422 422 | 404 401 | 403 422 403 403 403
  GET ~/imports/{import} | 403 404 404 404 404 | 404 401 | 403 404 403 403 403
  GET ~/imports/{import}/events | 403 404 404 404 404 | 404 401 | 403 404 403 403 403
  POST ~/imports/{import}/store | 403 404 404 404 404 | 404 401 | 403 404 403 403 403
  POST ~/imports/{import}/cancel | 403 404 404 404 404 | 404 401 | 403 404 403 403 403
  GET ~/directories | 200 200 200 200 200 | 404 401 | 200 200 403 403 403
  GET ~/directories/changes | 403 403 403 409 409 | 404 401 | 403 409 403 403 403
  POST ~/directories/reads | 403 403 403 409 409 | 404 401 | 403 409 403 403 403
  GET ~/rules | 200 200 200 200 200 | 404 401 | 200 200 200 200 200
  GET ~/caches | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  DELETE ~/caches | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET ~/skills/{skill}/publication | 200 200 200 200 200 | 404 401 | 200 200 200 403 403
  GET ~/reviews | 200 200 200 200 200 | 404 401 | 200 200 200 403 403
  POST ~/skills/{skill}/reviews | 403 409 409 409 409 | 404 401 | 403 409 403 403 403
  GET ~/reviews/{number} | 200 200 200 200 200 | 404 401 | 200 200 200 403 403
  GET ~/reviews/{number}/proof | 200 200 200 200 200 | 404 401 | 200 200 200 403 403
  PATCH ~/reviews/{number} | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  POST ~/reviews/{number}/close | 403 200 409 409 409 | 404 401 | 403 409 403 403 403
  POST ~/reviews/{number}/reopen | 403 200 409 409 409 | 404 401 | 403 409 403 403 403
  POST ~/reviews/{number}/verdicts | 403 403 409 409 409 | 404 401 | 403 403 403 403 403
  POST ~/reviews/{number}/rehearsals | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  POST ~/reviews/{number}/rehearsals/{conversation}/openings | 404 404 404 404 404 | 404 401 | 403 403 403 403 403
  GET ~/threads | 200 200 200 200 200 | 404 401 | 200 200 200 403 403
  POST ~/threads | 403 201 201 201 201 | 404 401 | 403 201 403 403 403
  PATCH ~/threads/{thread} | 403 200 200 200 200 | 404 401 | 403 200 403 403 403
  POST ~/threads/{thread}/comments | 403 201 201 201 201 | 404 401 | 403 201 403 403 403
  PATCH ~/comments/{comment} | 403 403 403 403 200 | 404 401 | 403 200 403 403 403
  POST ~/comments/{comment}/apply | 403 422 422 422 422 | 404 401 | 403 422 403 403 403
  GET ~/policy | 200 200 200 200 200 | 404 401 | 200 200 200 403 403
  PATCH ~/policy | 403 403 403 200 200 | 404 401 | 403 403 403 403 403
  GET /api/auth/get-session | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
  POST /api/auth/change-password | 400 400 400 400 400 | 400 401 | 401 401 401 401 401
  POST /api/auth/sign-in/email | 401 401 401 401 401 | 401 401 | 401 401 401 401 401
  POST /api/auth/two-factor/disable | 400 400 400 400 400 | 400 401 | 401 401 401 401 401
  POST /api/auth/two-factor/enable | 400 400 400 400 400 | 400 401 | 401 401 401 401 401
  POST /api/auth/two-factor/generate-backup-codes | 400 400 400 400 400 | 400 401 | 401 401 401 401 401
  POST /api/auth/two-factor/verify-backup-code | 400 400 400 400 400 | 400 401 | 401 401 401 401 401
  POST /api/auth/two-factor/verify-totp | 400 400 400 400 400 | 400 401 | 401 401 401 401 401
  POST /api/auth/update-user | 200 200 200 200 200 | 200 401 | 401 401 401 401 401
  DELETE ~/conversations/{conversation} | 403 403 403 204 204 | 404 401 | 403 403 403 204 403
  DELETE ~/comments/{comment} | 403 403 403 403 204 | 404 401 | 403 204 403 403 403
  POST /api/auth/sign-out | 200 200 200 200 200 | 200 200 | 200 200 200 200 200
`;

const rows = readCastRows(matrix);
const operations = await documentedOperations();
const signIn = authOperations();

const statusesOf = castStatuses(await aCast(db));

describe("the permission matrix", () => {
  it("has a row for every operation of the document, for every mounted route of signing in, and no other", () => {
    const mounted = signIn.filter((operation) => rows.has(operation));
    expect([...rows.keys()].sort()).toEqual([...operations, ...mounted].sort());
    expect(mounted.length).toBeGreaterThan(8);
  });

  it.each([...rows])("%s", async (operation, expected) => {
    expect(expected).toHaveLength(castColumns.length);
    expect(await statusesOf(operation)).toEqual(expected);
  });

  it.each(signIn.filter((operation) => !rows.has(operation)))("%s is not mounted", async (operation) => {
    expect(new Set(await statusesOf(operation))).toEqual(new Set([404]));
  });
});
