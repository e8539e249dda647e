import "server-only";
import { createApi } from "../route";
import { accessRoutes } from "./access-routes";
import { batchRoutes } from "./batch-routes";
import { cacheRoutes } from "./cache-routes";
import { diffRoutes } from "./diff-routes";
import { directoryRoutes } from "./directory-routes";
import { draftRoutes } from "./draft-routes";
import { importRoutes } from "./import-routes";
import { labelRoutes } from "./label-routes";
import { maintainerRoutes } from "./maintainer-routes";
import { ruleRoutes } from "./rule-routes";
import { skillRoutes } from "./skill-routes";
import { versionRoutes } from "./version-routes";

/** Everything about skills: the list, drafts, versions, exports and imports. */
export const libraryRoutes = createApi()
  .route("/", skillRoutes)
  .route("/", batchRoutes)
  .route("/", draftRoutes)
  .route("/", maintainerRoutes)
  .route("/", accessRoutes)
  .route("/", versionRoutes)
  .route("/", diffRoutes)
  .route("/", labelRoutes)
  .route("/", importRoutes)
  .route("/", directoryRoutes)
  .route("/", ruleRoutes)
  .route("/", cacheRoutes);
