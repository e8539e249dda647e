import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { changeReview } from "@/lib/reviews/commands/change-review";
import { closeReview } from "@/lib/reviews/commands/close-review";
import { giveVerdict } from "@/lib/reviews/commands/give-verdict";
import { noteOpening } from "@/lib/reviews/commands/note-opening";
import { reopenReview } from "@/lib/reviews/commands/reopen-review";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { startReviewRehearsal } from "@/lib/reviews/commands/start-review-rehearsal";
import { getPublication } from "@/lib/reviews/get-publication";
import { getReview } from "@/lib/reviews/get-review";
import { listReviews } from "@/lib/reviews/list-reviews";
import {
  changeReviewSchema,
  giveVerdictSchema,
  listReviewsSchema,
  publicationSchema,
  requestReviewSchema,
  reviewListSchema,
  reviewRehearsalSchema,
  reviewSchema,
  startReviewRehearsalSchema,
} from "@/lib/reviews/review-schema";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  skillParams,
  workspaceParams,
} from "../route";
import { policyRoutes } from "./policy-routes";
import { threadRoutes } from "./thread-routes";

const tags = ["Reviews"];
const reviews = "/workspaces/{workspace}/reviews";
const ofSkill = "/workspaces/{workspace}/skills/{skill}";
const one = `${reviews}/{number}`;
const params = workspaceParams.extend({ number: rowNumberInAddress });
const review = jsonResponse(reviewSchema, "The review");

/** Reviews with their policy and their discussion. */
export const reviewRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: `${ofSkill}/publication`,
      tags,
      summary: "Say whether a draft may be published now, and what is missing",
      description:
        "`authors` wrote part of the draft since the newest version: their approvals do not count. `approvals` has the newest of each person, with why one does not count.",
      request: { params: skillParams },
      responses: { 200: jsonResponse(publicationSchema, "Every rule that applies"), ...problemResponses },
    }),
    async (c) => c.json(await getPublication(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: reviews,
      tags,
      summary: "List reviews, the most recently changed first",
      request: { params: workspaceParams, query: listReviewsSchema },
      responses: { 200: jsonResponse(reviewListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listReviews(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${ofSkill}/reviews`,
      tags,
      summary: "Ask for review of a skill's draft",
      description: "A skill has one open review at a time; 409 names it in `details.review`.",
      request: { params: skillParams, body: jsonBody(requestReviewSchema) },
      responses: { 201: review, ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await requestReview(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: one,
      tags,
      summary: "Get a review: its verdicts, rehearsals and what publishing still needs",
      request: { params },
      responses: { 200: review, ...problemResponses },
    }),
    async (c) => c.json(await getReview(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: one,
      tags,
      summary: "Change a review's title, description or reviewers",
      request: { params, body: jsonBody(changeReviewSchema) },
      responses: { 200: review, ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await changeReview(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/close`,
      tags,
      summary: "Close a review without publishing",
      request: { params },
      responses: { 200: review, ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await closeReview(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/reopen`,
      tags,
      summary: "Open a closed review again, with everything that was said",
      request: { params },
      responses: { 200: review, ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await reopenReview(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/verdicts`,
      tags,
      summary: "Approve exactly these bytes, or ask for changes",
      description:
        "No key does this. 409 when the draft has been saved since, or a finding was dismissed or restored since the `findingsRevision` that is sent; `details` has both as they are now. An approval by one of the draft's `authors` is kept and does not count.",
      request: { params, body: jsonBody(giveVerdictSchema) },
      responses: { 201: review, ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await giveVerdict(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/rehearsals`,
      tags,
      summary: "Rehearse the draft under review with one agent, in a shared conversation",
      request: { params, body: jsonBody(startReviewRehearsalSchema) },
      responses: {
        201: jsonResponse(reviewRehearsalSchema, "The conversation"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await startReviewRehearsal(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/rehearsals/{conversation}/openings`,
      tags,
      summary: "Note that one has opened a rehearsal of the draft as it is now",
      description:
        "An approval keeps which rehearsals its approver had opened. Saying it again changes nothing.",
      request: { params: params.extend({ conversation: z.uuid() }) },
      responses: { 204: { description: "Noted" }, ...problemResponses },
    }),
    async (c) => {
      await noteOpening(c.var.context, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .route("/", threadRoutes)
  .route("/", policyRoutes);
