import "server-only";
import { accountRoutes } from "./routes/account-routes";
import { activityRoutes } from "./routes/activity-routes";
import { addressRoutes } from "./routes/address-routes";
import { agentRoutes } from "./routes/agent-routes";
import { auditRoutes } from "./routes/audit-routes";
import { changeRoutes } from "./routes/change-routes";
import { comparisonRoutes } from "./routes/comparison-routes";
import { configurationRoutes } from "./routes/configuration-routes";
import { deliveryRoutes } from "./routes/delivery-routes";
import { embeddingRoutes } from "./routes/embedding-routes";
import { gatewayRoutes } from "./routes/gateway-routes";
import { improvementRoutes } from "./routes/improvement-routes";
import { inboxRoutes } from "./routes/inbox-routes";
import { instanceRoutes } from "./routes/instance-routes";
import { invitationRoutes } from "./routes/invitation-routes";
import { judgeRoutes } from "./routes/judge-routes";
import { keyRoutes } from "./routes/key-routes";
import { libraryRoutes } from "./routes/library-routes";
import { limitRoutes } from "./routes/limit-routes";
import { liveRoutes } from "./routes/live-routes";
import { memberRoutes } from "./routes/member-routes";
import { mirrorRoutes } from "./routes/mirror-routes";
import { modelRoutes } from "./routes/model-routes";
import { onboardingRoutes } from "./routes/onboarding-routes";
import { personRoutes } from "./routes/person-routes";
import { placeRoutes } from "./routes/place-routes";
import { proofRoutes } from "./routes/proof-routes";
import { radarRoutes } from "./routes/radar-routes";
import { recordingRoutes } from "./routes/recording-routes";
import { rehearsalRoutes } from "./routes/rehearsal-routes";
import { reportRoutes } from "./routes/report-routes";
import { resetLinkRoutes } from "./routes/reset-link-routes";
import { reviewRoutes } from "./routes/review-routes";
import { runRoutes } from "./routes/run-routes";
import { scriptRoutes } from "./routes/script-routes";
import { servedRoutes } from "./routes/served-routes";
import { sessionRoutes } from "./routes/session-routes";
import { shareRoutes } from "./routes/share-routes";
import { sourceRoutes } from "./routes/source-routes";
import { workspaceRoutes } from "./routes/workspace-routes";

/** Every part of the API, by the name that clients call it by: the one list of them. */
export const routeModules = {
  instance: instanceRoutes,
  workspaces: workspaceRoutes,
  members: memberRoutes,
  invitations: invitationRoutes,
  person: personRoutes,
  accounts: accountRoutes,
  resetLinks: resetLinkRoutes,
  activity: activityRoutes,
  agents: agentRoutes,
  limits: limitRoutes,
  scripts: scriptRoutes,
  embeddings: embeddingRoutes,
  addresses: addressRoutes,
  delivery: deliveryRoutes,
  mirrors: mirrorRoutes,
  shares: shareRoutes,
  sources: sourceRoutes,
  places: placeRoutes,
  configuration: configurationRoutes,
  models: modelRoutes,
  onboarding: onboardingRoutes,
  keys: keyRoutes,
  gateway: gatewayRoutes,
  live: liveRoutes,
  served: servedRoutes,
  inbox: inboxRoutes,
  changes: changeRoutes,
  audit: auditRoutes,
  sessions: sessionRoutes,
  runs: runRoutes,
  comparisons: comparisonRoutes,
  proof: proofRoutes,
  radar: radarRoutes,
  improvements: improvementRoutes,
  reports: reportRoutes,
  judges: judgeRoutes,
  recordings: recordingRoutes,
  rehearsals: rehearsalRoutes,
  library: libraryRoutes,
  reviews: reviewRoutes,
};

export type RouteModules = typeof routeModules;
