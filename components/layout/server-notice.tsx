"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerBack, useServerTrouble } from "./server-health";
import { TopNotice } from "./top-notice";

/** Says that the server cannot work, and asks for what could not be shown once it can. */
export function ServerNotice() {
  const trouble = useServerTrouble();
  const cache = useQueryClient();
  useEffect(
    () =>
      onServerBack(() => {
        void cache.refetchQueries({ predicate: (query) => query.state.status === "error" });
      }),
    [cache],
  );
  return (
    // Always there, so that what comes into it is heard, also beside a dialog.
    <div aria-live="assertive" className="contents">
      {trouble === null ? null : (
        <TopNotice tone="warning" title={trouble}>
          What you typed stays here; saving and loading are tried again until it works.
        </TopNotice>
      )}
    </div>
  );
}
