/** Of a stored user who belongs to no restaurant. */
export const NO_TENANT = 0;
