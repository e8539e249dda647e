import "server-only";
import { subscribe } from "@/lib/db/bus";
import type { HostLoad } from "@/lib/runtime/host-load";
import type { ActivationText, CatalogueText } from "@/lib/runtime/ports";
import type { ReadSkill } from "@/lib/runtime/read-skill";
import type { SearchTerms } from "@/lib/runtime/search-terms";
import type { SkillNeeds } from "@/lib/skills/skill-needs";
import type { PackageDescription } from "../describe-package";
import { CountedCache } from "./counted-cache";

const MiB = 1024 * 1024;
const hourMs = 60 * 60 * 1000;

/**
 * What was made of packages, by digest: parsed instructions with their file lists, texts of activations and
 * catalogues, what hosts load of them, counted words, what is found and said of them, what
 * they need. A digest names its bytes, so nothing here can be out of date; whoever asks has read the digest in scope.
 */
export type PackageCaches = {
  skills: CountedCache<ReadSkill>;
  activations: CountedCache<ActivationText>;
  catalogues: CountedCache<CatalogueText>;
  loads: CountedCache<HostLoad>;
  searchTerms: CountedCache<SearchTerms>;
  descriptions: CountedCache<PackageDescription>;
  needs: CountedCache<SkillNeeds>;
};

declare global {
  var greenroomPackageCaches: PackageCaches | undefined;
}

/** Of this process. Pages and routes are separate bundles of it: they share the caches through the global object. */
export function packageCaches(): PackageCaches {
  globalThis.greenroomPackageCaches ??= openCaches();
  return globalThis.greenroomPackageCaches;
}

function openCaches(): PackageCaches {
  const caches: PackageCaches = {
    skills: new CountedCache({ bytes: 32 * MiB, ttlMs: hourMs }),
    activations: new CountedCache({ bytes: 16 * MiB, ttlMs: hourMs }),
    catalogues: new CountedCache({ bytes: 8 * MiB, ttlMs: hourMs }),
    loads: new CountedCache({ bytes: 16 * MiB, ttlMs: hourMs }),
    searchTerms: new CountedCache({ bytes: 32 * MiB, ttlMs: hourMs }),
    descriptions: new CountedCache({ bytes: 32 * MiB, ttlMs: hourMs }),
    needs: new CountedCache({ bytes: 8 * MiB, ttlMs: hourMs }),
  };
  subscribe("clear-caches", () => clearPackageCaches());
  return caches;
}

/** Those of this process. */
export function clearPackageCaches(): void {
  for (const cache of Object.values(packageCaches())) cache.clear();
}
