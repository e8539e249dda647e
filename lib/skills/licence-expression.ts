/** SPDX identifiers seen in practice; the whole list has hundreds nobody uses for skills. https://spdx.org/licenses/ */
const identifiers = new Set(
  (
    "0BSD AFL-3.0 AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-1.1 Apache-2.0 Artistic-2.0 BlueOak-1.0.0 BSD-1-Clause " +
    "BSD-2-Clause BSD-2-Clause-Patent BSD-3-Clause BSD-3-Clause-Clear BSD-4-Clause BSL-1.0 BUSL-1.1 CC-BY-3.0 CC-BY-4.0 " +
    "CC-BY-NC-4.0 CC-BY-NC-ND-4.0 CC-BY-NC-SA-4.0 CC-BY-ND-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 CDDL-1.0 CDDL-1.1 CECILL-2.1 " +
    "CPAL-1.0 ECL-2.0 Elastic-2.0 EPL-1.0 EPL-2.0 EUPL-1.1 EUPL-1.2 FSL-1.1-ALv2 FSL-1.1-MIT GFDL-1.3-only GFDL-1.3-or-later " +
    "GPL-2.0 GPL-2.0-only GPL-2.0-or-later GPL-3.0 GPL-3.0-only GPL-3.0-or-later HPND ISC LGPL-2.1 LGPL-2.1-only LGPL-2.1-or-later " +
    "LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later LPPL-1.3c MIT MIT-0 MIT-Modern-Variant MPL-1.1 MPL-2.0 MS-PL MS-RL MulanPSL-2.0 " +
    "NCSA NOASSERTION NONE ODbL-1.0 ODC-By-1.0 OFL-1.1 OpenSSL OSL-3.0 PDDL-1.0 PHP-3.01 PolyForm-Noncommercial-1.0.0 " +
    "PolyForm-Small-Business-1.0.0 PostgreSQL PSF-2.0 Python-2.0 Ruby SSPL-1.0 UPL-1.0 Unicode-3.0 Unlicense UNLICENSED Vim " +
    "W3C WTFPL X11 Zlib ZPL-2.1"
  )
    .split(" ")
    .map((identifier) => identifier.toLowerCase()),
);

const reference =
  /\b(?:licen[cs]e|notice|copying|terms)\b|\.(?:txt|md|pdf)\b|https?:\/\/|\bproprietary\b|\ball rights reserved\b|^licenseref-/i;

/** An SPDX expression (`MIT`, `Apache-2.0 OR MIT`), or words that lead to the terms: a file, an address, "proprietary". */
export function isKnownLicence(text: string): boolean {
  const words = text.replace(/[()]/g, " ").trim().split(/\s+/);
  const isExpression = words.every((word, index) => {
    if (/^(?:AND|OR|WITH)$/i.test(word)) return index > 0 && index < words.length - 1;
    if (/^WITH$/i.test(words[index - 1] ?? "")) return true;
    return identifiers.has(word.toLowerCase().replace(/\+$/, ""));
  });
  return isExpression || reference.test(text);
}
