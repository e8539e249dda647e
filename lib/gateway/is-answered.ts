/** Whether a model answered, by the status it answered with; null when nobody was asked. What sends elsewhere is no answer. */
export const isAnswered = (status: number | null): status is number =>
  status !== null && status >= 200 && status < 300;
