/** Staff have paused ordering; the page finds out by itself when it goes on. */
export const PausedNote = () => (
  <p className="warning banner" role="status">
    Ordering from here is paused for a while. Please order with the staff.
  </p>
);
