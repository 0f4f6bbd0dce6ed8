# The routes of the Rails server. `bin/rails turnout:routes` writes them to config/routes.json for the front end.
Rails.application.routes.draw do
  root "albums#index"
  resources :albums, only: [:index, :show], constraints: { id: /\d+/ } do
    resources :photos, shallow: true, only: [:show, :create]
  end
  get "pictures/:id", to: redirect("/photos/%{id}")
end
