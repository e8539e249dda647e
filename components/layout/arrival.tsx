"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { noteArrival } from "./navigation-under-way";

/** Tells when the router has led to where it was asked to. */
export function Arrival() {
  const place = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is an arrival
  useEffect(noteArrival, [place]);
  return null;
}
