/** Why a version is not given to agents, wherever it would have been used. */
export const withdrawnWords = ({
  number,
  by,
  reason,
}: {
  number: number;
  by: string;
  reason: string;
}): string => `Version ${number} was withdrawn by ${by}: ${reason}`;
