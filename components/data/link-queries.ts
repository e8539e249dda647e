import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";

/** A link is looked at once; the form behind it asks again when the server says that it has ended. */
const lookedAtOnce = { staleTime: Number.POSITIVE_INFINITY };

/** Whether the link that the server printed at its start still lets somebody claim the installation. */
export const setupLinkQuery = (api: Clients["workspaces"], token: string) =>
  queryOptions({
    queryKey: ["setup-link", token],
    queryFn: () => unwrap(api.setup.link.$post({ json: { token } })),
    ...lookedAtOnce,
  });

/** Whose password a link lets somebody choose; forgotten with the page, as the token is the key to an account. */
export const resetLinkQuery = (api: Clients["resetLinks"], token: string) =>
  queryOptions({
    queryKey: ["reset-link", token],
    queryFn: () => unwrap(api["reset-links"].look.$post({ json: { token } })),
    ...lookedAtOnce,
    gcTime: 0,
  });

/** What an invitation's link leads into. */
export const invitationLinkQuery = (api: Clients["invitations"], token: string) =>
  queryOptions({
    queryKey: ["invitation-link", token],
    queryFn: () => unwrap(api.invitations.look.$post({ json: { token } })),
    ...lookedAtOnce,
  });
