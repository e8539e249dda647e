import "server-only";
import { z } from "@hono/zod-openapi";
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
import { getReviewProof } from "@/lib/reviews/get-review-proof";
import { listReviews } from "@/lib/reviews/list-reviews";
import {
  changeReviewSchema,
  giveVerdictSchema,
  listReviewsSchema,
  publicationSchema,
  requestReviewSchema,
  reviewListSchema,
  reviewProofSchema,
  reviewRehearsalSchema,
  reviewSchema,
  startReviewRehearsalSchema,
} from "@/lib/reviews/review-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";
import { policyRoutes } from "./policy-routes";
import { threadRoutes } from "./thread-routes";

const operation = operationsUnder("Reviews");
const reviews = "/workspaces/{workspace}/reviews";
const ofSkill = "/workspaces/{workspace}/skills/{skill}";
const one = `${reviews}/{number}`;
const params = workspaceParams.extend({ number: rowNumberInAddress });
const review = jsonResponse(reviewSchema, "The review");

/** Reviews with their policy and their discussion. */
export const reviewRoutes = createApi()
  .openapiRoutes([
    operation("get", `${ofSkill}/publication`, {
      summary: "Say whether a draft may be published now, and what is missing",
      description:
        "`authors` wrote part of the draft since the newest version: their approvals do not count. `approvals` has the newest of each person, with why one does not count.",
      params: skillParams,
      answer: jsonResponse(publicationSchema, "Every rule that applies"),
      run: getPublication,
    }),
    operation("get", reviews, {
      summary: "List reviews, the most recently changed first",
      params: workspaceParams,
      query: listReviewsSchema,
      answer: jsonResponse(reviewListSchema, "One page"),
      run: listReviews,
    }),
    operation("post", `${ofSkill}/reviews`, {
      summary: "Ask for review of a skill's draft",
      description: "A skill has one open review at a time; 409 names it in `details.review`.",
      params: skillParams,
      body: requestReviewSchema,
      status: 201,
      answer: review,
      conflict: true,
      run: requestReview,
    }),
    operation("get", one, {
      summary: "Get a review: its verdicts, rehearsals and what publishing still needs",
      params,
      answer: review,
      run: getReview,
    }),
    operation("get", `${one}/proof`, {
      summary: "Read what suites say of exactly the bytes under review",
      description:
        "All runs of the digest count: those of the trigger suite with the same agent and model are pooled, and put beside the newest run of a published version. `neighbours` are the skills with cases of their own that agents offer beside it: what their suites lose to the draft, in runs that are started for it (`neighbour-runs` of the skill).",
      params,
      answer: jsonResponse(reviewProofSchema, "Suites of these bytes, and those of the neighbours"),
      turn: "read",
      run: getReviewProof,
    }),
    operation("patch", one, {
      summary: "Change a review's title, description or reviewers",
      params,
      body: changeReviewSchema,
      answer: review,
      conflict: true,
      run: changeReview,
    }),
    operation("post", `${one}/close`, {
      summary: "Close a review without publishing",
      params,
      answer: review,
      conflict: true,
      run: closeReview,
    }),
    operation("post", `${one}/reopen`, {
      summary: "Open a closed review again, with everything that was said",
      params,
      answer: review,
      conflict: true,
      run: reopenReview,
    }),
    operation("post", `${one}/verdicts`, {
      summary: "Approve exactly these bytes, or ask for changes",
      description:
        "No key does this. 409 when the draft has been saved since, when other files are executable than at the `modesRevision` that is sent, or a finding was dismissed or restored since the `findingsRevision`; `details` has all three as they are now. An approval by one of the draft's `authors` is kept and does not count.",
      params,
      body: giveVerdictSchema,
      status: 201,
      answer: review,
      conflict: true,
      run: giveVerdict,
    }),
    operation("post", `${one}/rehearsals`, {
      summary: "Rehearse the draft under review with one agent, in a shared conversation",
      params,
      body: startReviewRehearsalSchema,
      status: 201,
      answer: jsonResponse(reviewRehearsalSchema, "The conversation"),
      conflict: true,
      run: startReviewRehearsal,
    }),
    operation("post", `${one}/rehearsals/{conversation}/openings`, {
      summary: "Note that one has opened a rehearsal of the draft as it is now",
      description:
        "An approval keeps which rehearsals its approver had opened. Saying it again changes nothing.",
      params: params.extend({ conversation: z.uuid() }),
      done: "Noted",
      run: noteOpening,
    }),
  ])
  .route("/", threadRoutes)
  .route("/", policyRoutes);
