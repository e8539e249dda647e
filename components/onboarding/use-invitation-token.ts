"use client";

import { useEffect, useState } from "react";

const place = "greenroom-invitation";

/**
 * The token of an invitation's link, "" without one, null while rendering on the server. It is taken out of the
 * address into this tab's memory, so that it is not left in the history and survives a visit to the sign-in.
 */
export function useInvitationToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const fresh = window.location.hash.slice(1);
      if (fresh !== "") {
        remember(fresh);
        window.history.replaceState(window.history.state, "", window.location.pathname);
      }
      setToken(fresh || recall());
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

/** A browser that keeps nothing for pages still joins, only not by way of the sign-in. */
function remember(token: string): void {
  try {
    window.sessionStorage.setItem(place, token);
  } catch {}
}

function recall(): string {
  try {
    return window.sessionStorage.getItem(place) ?? "";
  } catch {
    return "";
  }
}

/** Once it is used. */
export function forgetInvitation(): void {
  try {
    window.sessionStorage.removeItem(place);
  } catch {}
}
