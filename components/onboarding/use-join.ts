"use client";

import { useMutation } from "@tanstack/react-query";
import { skillsPath } from "@/components/data/skill-paths";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { Account } from "./account-fields";
import { forgetInvitation } from "./use-invitation-token";

type Join = {
  token: string;
  /** Whoever is signed in joins as themselves and makes none. */
  account?: Account;
  /** The link was used or ended meanwhile: the page says how. */
  onEnded: () => void;
};

/** Joins the workspace of an invitation and goes there. */
export function useJoin({ onEnded, ...json }: Join) {
  return useMutation({
    meta: { silent: true },
    mutationFn: () => unwrap(client.invitations.invitations.accept.$post({ json })),
    onSuccess: ({ slug }) => {
      forgetInvitation();
      // A full load: the session's cookie may have just come.
      window.location.assign(skillsPath(slug));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "GONE") onEnded();
    },
  });
}
