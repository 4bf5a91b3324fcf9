/** Local time of day, `12:30:01`. */
export const clock = (time: Date): string =>
  Number.isNaN(time.getTime()) ? '--:--:--' : time.toTimeString().slice(0, 'hh:mm:ss'.length);
