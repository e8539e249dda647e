"use client";

import { useEffect, useState } from "react";

/**
 * The token of a reset link, "" without one, null while rendering on the server. It is taken out of the address, so
 * that it is not left in the history, and kept nowhere: it is used up within this page or not at all.
 */
export function useResetToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const fresh = window.location.hash.slice(1);
      if (fresh !== "") window.history.replaceState(window.history.state, "", window.location.pathname);
      setToken((before) => fresh || (before ?? ""));
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
