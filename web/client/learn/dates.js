// Days in the user's time zone: as numbers of days since 1970, as ISO dates, and for reading.

/** Milliseconds of a day. */
const DAY = 86_400_000;
const { lang } = document.documentElement;
const dateFormat = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** Return today's number. */
export function dayNumber() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

/** Return today's date. */
export const today = () => new Date(dayNumber() * DAY).toISOString().slice(0, 10);

/** Format a date for reading, without the year. @param {string} date */
export const formatDate = (date) => dateFormat.format(new Date(date));
