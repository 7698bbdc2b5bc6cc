/** Whether anybody may register a restaurant: the server writes its SIGNUP into the page that it serves. */
export const isSignUpOpen = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="comanda-signup"]')?.content !== 'off';
